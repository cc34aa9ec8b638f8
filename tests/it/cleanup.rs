//! `cleanup`, on real repositories: the state is recorded, and then the
//! checkout goes.

use closeout::archive::MAX_RECORD_BYTES;
use serde_json::{Value, json};

use crate::program::{Ran, closeout, closeout_with};
use crate::record::{ITEM, event, site, state, track};
use crate::support::{GitRepo, Sandbox};

const STATE: &str = "docs/specs/issue-3/work-item-state.json";

/// A clone, and a worktree of it on a branch of its own, where the work was
/// done; the item is tracked.
struct Delivered {
    sandbox: Sandbox,
    repo: GitRepo,
    tree: GitRepo,
}

impl Delivered {
    fn open() -> Self {
        let sandbox = Sandbox::new();
        let repo = site(&sandbox);
        let path = sandbox.path("issue-3");
        let path_text = path.to_str().unwrap();
        repo.git(["worktree", "add", "-q", "-b", "topic", path_text]);
        let tree = GitRepo::at(path);
        tree.write(STATE, &state("complete", "pass"));
        tree.commit("work");
        repo.write(".closeout.yml", "cleanup: {actors: [ada]}\n");
        track(repo.root(), &[]);
        Self {
            sandbox,
            repo,
            tree,
        }
    }

    /// The same, its closure recorded by somebody who could not read the state.
    fn closed() -> Self {
        let this = Self::open();
        let told = event(this.repo.root(), "issues-closed-completed", &[]).json(0);
        assert_eq!(told["outcome"], "unknown");
        this
    }

    fn cleanup(&self, args: &[&str]) -> Ran {
        self.cleanup_as("", args)
    }

    /// The same in a workflow that somebody has started.
    fn cleanup_as(&self, actor: &str, args: &[&str]) -> Ran {
        let verb = ["cleanup", ITEM, "--checkout", "../issue-3"];
        let variables = [("GITHUB_ACTOR", actor)];
        closeout_with(self.repo.root(), &variables, &[&verb, args].concat())
    }

    fn stands(&self) -> bool {
        self.tree.root().exists()
    }

    fn record(&self) -> Value {
        closeout(
            self.repo.root(),
            &["archive", "show", ITEM, "--format", "json"],
        )
        .json(0)
    }

    fn refs(&self) -> String {
        self.repo.git(["for-each-ref", "refs/closeout"])
    }
}

const JSON: [&str; 2] = ["--format", "json"];
const ADA: [&str; 4] = ["--actor", "ada", "--format", "json"];

/// The words of the reasons of a report.
fn guards(report: &Value) -> Vec<&str> {
    let reasons = report["reasons"].as_array().unwrap().iter();
    reasons
        .map(|reason| reason["guard"].as_str().unwrap())
        .collect()
}

#[test]
fn a_worktree_that_was_squash_merged_goes_and_its_state_stays() {
    let this = Delivered::closed();
    this.repo.git(["merge", "-q", "--squash", "topic"]);
    this.repo.commit("squashed");
    let report = this.cleanup(&ADA).json(0);
    assert_eq!(
        (&report["decision"], &report["stamped"]),
        (&json!("removed"), &json!(true))
    );
    assert!(!this.stands());
    assert!(!this.repo.git(["branch", "--list", "topic"]).is_empty());
    let worktrees = this.repo.git(["worktree", "list", "--porcelain"]);
    assert_eq!(worktrees.matches("worktree ").count(), 1, "{worktrees}");
    let ended = &this.record()["ended"];
    assert_eq!(ended["outcome"], "completed");
    assert_eq!(ended["source"], "webhook");
    assert_eq!(ended["terminal"]["provenance"]["kind"], "directory");
    // There is nothing left to do, and nothing to write.
    let before = this.refs();
    let again = this.cleanup(&["--actor", "ada"]);
    assert_eq!(again.text(0), format!("{ITEM}: no checkout is there\n"));
    assert_eq!(before, this.refs());
}

#[test]
fn the_recorded_head_of_a_merged_pull_request_counts_as_pushed() {
    let this = Delivered::closed();
    this.tree.git(["checkout", "-q", "--detach"]);
    let head = this.tree.commit("on no branch");
    let refused = this.cleanup(&ADA).json(1);
    assert_eq!(guards(&refused), ["detached"]);
    let import = |state: &str| {
        let delivery = json!({
            "ref": "github:octo/site#4", "state": state, "at": "2026-10-02T22:00:00Z", "head": head,
        });
        let record = json!({ "ref": ITEM, "deliveries": [delivery] });
        this.repo
            .write("../records/github-octo-site-3.json", &record.to_string());
        closeout(this.repo.root(), &["archive", "import", "dir:../records"]).text(0);
    };
    import("open");
    assert_eq!(guards(&this.cleanup(&ADA).json(1)), ["detached"]);
    import("merged");
    assert_eq!(this.cleanup(&ADA).json(0)["decision"], "removed");
    assert!(!this.stands());
}

#[test]
fn a_dry_run_shows_facts_and_decision_and_changes_nothing() {
    let this = Delivered::closed();
    let before = this.refs();
    let ran = this.cleanup(&["--actor", "ada", "--dry-run"]);
    let text = ran.text(0);
    assert!(text.contains("would be removed"), "{text}");
    for fact in [
        "  stands: a directory",
        "  git: a worktree of ",
        "  untracked: none",
    ] {
        assert!(text.contains(fact), "{fact}: {text}");
    }
    this.tree.write("new.txt", "x");
    let report = this.cleanup(&[&ADA[..], &["--dry-run"]].concat()).json(1);
    assert_eq!(report["decision"], "refused");
    assert_eq!(guards(&report), ["untracked"]);
    let facts = report["facts"].as_array().unwrap();
    let untracked = facts.iter().find(|fact| fact["name"] == "untracked");
    assert_eq!(untracked.unwrap()["value"], "1 (new.txt)");
    assert_eq!(before, this.refs());
    assert!(this.stands());
}

#[test]
fn without_an_actor_it_is_stamped_and_the_removal_deferred() {
    let this = Delivered::closed();
    let ran = this.cleanup(&[]);
    let text = ran.text(1);
    assert!(text.contains("kept for now"), "{text}");
    assert!(text.contains("--actor LOGIN"), "{text}");
    assert!(this.stands());
    assert_eq!(this.record()["ended"]["outcome"], "completed");
    // Who started the workflow is the actor.
    let report = this.cleanup_as("Ada", &JSON).json(0);
    assert_eq!(
        (&report["decision"], &report["stamped"]),
        (&json!("removed"), &json!(false))
    );
    assert!(!this.stands());
}

#[test]
fn only_whom_the_configuration_lists_may_remove() {
    let this = Delivered::closed();
    // The option goes before the workflow.
    let args = ["--actor", "mallory", "--force", "--format", "json"];
    let report = this.cleanup_as("ada", &args).json(1);
    assert_eq!(report["decision"], "deferred");
    assert_eq!(guards(&report), ["not allowed"]);
    for (text, guard) in [
        (
            "cleanup: {actors: [ada], keep_checkout_on_close: true}\n",
            "kept",
        ),
        ("contract: closedloop\n", "not allowed"),
    ] {
        this.repo.write(".closeout.yml", text);
        assert_eq!(guards(&this.cleanup(&ADA).json(1)), [guard]);
    }
    assert!(this.stands());
}

#[test]
fn uncommitted_work_is_kept_unless_it_may_be_lost() {
    let this = Delivered::closed();
    this.tree.write("new.txt", "x");
    let ran = this.cleanup(&["--actor", "ada"]);
    let text = ran.text(1);
    for part in ["1 file is untracked (new.txt)", "--force"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(this.tree.root().join("new.txt").exists());
    // What was asked for first is done all the same.
    assert_eq!(this.record()["ended"]["outcome"], "completed");
    this.cleanup(&["--actor", "ada", "--force"]).text(0);
    assert!(!this.stands());
}

#[test]
fn what_cannot_be_stamped_is_not_removed() {
    let this = Delivered::closed();
    // A record that is almost too large, so that the state does not fit in.
    let mut record = this.record();
    record["tracking"]["note"] = json!("");
    let text = serde_json::to_string_pretty(&record).unwrap();
    record["tracking"]["note"] = json!("x".repeat(MAX_RECORD_BYTES - text.len() - 100));
    let file = "../records/github-octo-site-3.json";
    this.repo
        .write(file, &serde_json::to_string_pretty(&record).unwrap());
    let args = [&ADA[..], &["--archive", "dir:../records"]].concat();
    this.cleanup(&args).fails(3, &["nothing was written"]);
    assert!(this.stands());
    // It is the stamp alone that was in the way.
    record["tracking"]["note"] = json!("");
    this.repo.write(file, &record.to_string());
    assert_eq!(this.cleanup(&args).json(0)["stamped"], true);
    assert!(!this.stands());
}

#[test]
fn an_open_item_gets_no_stamp_and_keeps_its_checkout() {
    let this = Delivered::open();
    let keeps = |told: &str| {
        let before = this.refs();
        for dry in [&[][..], &["--dry-run"]] {
            let args = [&ADA[..], &["--force"], dry].concat();
            let report = this.cleanup(&args).json(1);
            assert_eq!(report["decision"], "deferred", "{told}");
            assert_eq!(guards(&report), ["open"], "{told}");
        }
        assert_eq!(before, this.refs(), "{told}");
        assert!(this.stands(), "{told}");
    };
    keeps("tracked");
    event(this.repo.root(), "issues-closed-completed", &[]).json(0);
    event(this.repo.root(), "issues-reopened", &[]).json(0);
    keeps("reopened");
    closeout(this.repo.root(), &["archive", "forget", ITEM]).text(0);
    keeps("no record");
}

#[test]
fn a_foreign_directory_is_neither_read_nor_removed() {
    let this = Delivered::closed();
    let foreign = this.sandbox.init("other");
    foreign.write(STATE, &state("complete", "pass"));
    let before = this.refs();
    let args = ["cleanup", ITEM, "--checkout", "../other"];
    let ran = closeout(this.repo.root(), &[&args[..], &ADA, &["--force"]].concat());
    assert_eq!(guards(&ran.json(1)), ["no origin"]);
    assert!(ran.stderr.contains("another repository"), "{}", ran.stderr);
    assert_eq!(before, this.refs());
    assert!(foreign.root().join(STATE).exists());
}
