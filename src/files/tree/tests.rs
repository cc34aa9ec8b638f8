use assert_fs::TempDir;
use assert_fs::prelude::*;

use super::*;

fn tree(dir: &TempDir, links: Links) -> WorkingTree {
    WorkingTree {
        root: dir.path().to_owned(),
        links,
    }
}

fn read(tree: &WorkingTree, path: &str) -> Content {
    let path = path
        .split('/')
        .filter(|part| !part.is_empty())
        .fold(RelPath::root(), |path, part| path.join(part.as_bytes()));
    tree.read(&path).unwrap()
}

fn both(dir: &TempDir) -> [WorkingTree; 2] {
    [Links::Follow, Links::Refuse].map(|links| tree(dir, links))
}

fn bytes(text: &str) -> Content {
    Content::Bytes(text.as_bytes().to_vec())
}

#[test]
fn a_regular_file_is_read() {
    let dir = TempDir::new().unwrap();
    dir.child("a/b/plan.json").write_str("{}").unwrap();
    dir.child("empty").touch().unwrap();
    for tree in both(&dir) {
        assert_eq!(read(&tree, "a/b/plan.json"), bytes("{}"));
        assert_eq!(read(&tree, "empty"), bytes(""));
    }
}

#[test]
fn what_is_not_there_is_missing() {
    let dir = TempDir::new().unwrap();
    dir.child("file").write_str("x").unwrap();
    let long = "x".repeat(5_000);
    for tree in both(&dir) {
        for path in [
            "plan.json",
            "no/plan.json",
            "file/plan.json",
            "nul\0",
            &long,
        ] {
            assert_eq!(read(&tree, path), Content::Missing, "{path:?}");
        }
    }
    let gone = WorkingTree {
        root: dir.path().join("gone"),
        links: Links::Refuse,
    };
    assert_eq!(read(&gone, "plan.json"), Content::Missing);
}

#[test]
fn a_part_that_leads_elsewhere_names_no_file() {
    let dir = TempDir::new().unwrap();
    dir.child("secret").write_str("x").unwrap();
    dir.child("run/plan.json").write_str("{}").unwrap();
    let tree = WorkingTree {
        root: dir.path().join("run"),
        links: Links::Follow,
    };
    let secret = dir.path().join("secret");
    for name in [
        b"../secret",
        b"..".as_slice(),
        b".",
        secret.to_str().unwrap().as_bytes(),
    ] {
        let path = RelPath::root().join(name);
        let at_most_a_directory = tree.read(&path).unwrap();
        assert_eq!(at_most_a_directory, Content::Missing, "{path:?}");
    }
}

#[test]
fn a_directory_is_no_file() {
    let dir = TempDir::new().unwrap();
    dir.child("plan.json").create_dir_all().unwrap();
    for tree in both(&dir) {
        let directory = Content::Special(Special::Directory);
        assert_eq!(read(&tree, "plan.json"), directory);
        assert_eq!(read(&tree, ""), directory);
    }
}

#[test]
fn a_file_over_the_limit_is_not_read() {
    let dir = TempDir::new().unwrap();
    for (name, size) in [("at", MAX_BYTES), ("over", MAX_BYTES + 1), ("far", 1 << 40)] {
        File::create(dir.path().join(name))
            .unwrap()
            .set_len(size)
            .unwrap();
    }
    for tree in both(&dir) {
        assert!(
            matches!(read(&tree, "at"), Content::Bytes(bytes) if bytes.len() as u64 == MAX_BYTES)
        );
        assert_eq!(read(&tree, "over"), Content::TooLarge(MAX_BYTES + 1));
        assert_eq!(read(&tree, "far"), Content::TooLarge(1 << 40));
    }
}

#[test]
fn the_root_is_told_apart() {
    let dir = TempDir::new().unwrap();
    dir.child("file").touch().unwrap();
    let state = |path: &str| {
        let root = dir.path().join(path);
        WorkingTree {
            root,
            links: Links::Follow,
        }
        .state()
    };
    assert_eq!(state(""), RootState::Directory);
    assert_eq!(state("gone"), RootState::Missing);
    assert_eq!(state("file"), RootState::NotADirectory);
    assert_eq!(state("file/below"), RootState::Missing);
    assert_eq!(state(&"x".repeat(5_000)), RootState::Missing);
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::os::unix::net::UnixListener;

    use super::*;

    fn fifo(path: &Path) {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    }

    #[test]
    fn a_link_to_a_file_is_read_through_only_where_links_are_followed() {
        let dir = TempDir::new().unwrap();
        dir.child("real/plan.json").write_str("{}").unwrap();
        symlink("real/plan.json", dir.path().join("plan.json")).unwrap();
        symlink("real", dir.path().join("linked")).unwrap();
        let [follow, refuse] = both(&dir);
        for path in ["plan.json", "linked/plan.json"] {
            assert_eq!(read(&follow, path), bytes("{}"));
            assert_eq!(read(&refuse, path), Content::Special(Special::Link));
        }
        assert_eq!(
            read(&follow, "linked"),
            Content::Special(Special::Directory)
        );
    }

    #[test]
    fn the_root_itself_may_be_a_link() {
        let dir = TempDir::new().unwrap();
        dir.child("real/plan.json").write_str("{}").unwrap();
        symlink("real", dir.path().join("root")).unwrap();
        let tree = WorkingTree {
            root: dir.path().join("root"),
            links: Links::Refuse,
        };
        assert_eq!(tree.state(), RootState::Directory);
        assert_eq!(read(&tree, "plan.json"), bytes("{}"));
        let listing = tree.list(&|_, _| true).unwrap();
        assert_eq!(listing.directories.len(), 1);
        assert_eq!(listing.directories[0].files, ["plan.json"]);
    }

    #[test]
    fn a_link_to_nothing_is_missing() {
        let dir = TempDir::new().unwrap();
        symlink("gone", dir.path().join("plan.json")).unwrap();
        let [follow, refuse] = both(&dir);
        assert_eq!(read(&follow, "plan.json"), Content::Missing);
        assert_eq!(read(&refuse, "plan.json"), Content::Special(Special::Link));
        let root = WorkingTree {
            root: dir.path().join("plan.json"),
            links: Links::Follow,
        };
        assert_eq!(root.state(), RootState::Missing);
    }

    #[test]
    fn a_circle_of_links_is_a_link() {
        let dir = TempDir::new().unwrap();
        symlink("b", dir.path().join("a")).unwrap();
        symlink("a", dir.path().join("b")).unwrap();
        for tree in both(&dir) {
            assert_eq!(read(&tree, "a"), Content::Special(Special::Link));
            assert_eq!(read(&tree, "a/plan.json"), Content::Special(Special::Link));
        }
        let root = WorkingTree {
            root: dir.path().join("a"),
            links: Links::Follow,
        };
        assert!(matches!(root.state(), RootState::Unreadable(_)));
    }

    #[test]
    fn what_is_no_regular_file_is_never_opened() {
        let dir = TempDir::new().unwrap();
        // Opening it to read would wait for a writer, for ever.
        fifo(&dir.path().join("fifo"));
        symlink("fifo", dir.path().join("link")).unwrap();
        symlink("/dev/zero", dir.path().join("device")).unwrap();
        let _socket = UnixListener::bind(dir.path().join("socket")).unwrap();
        let [follow, refuse] = both(&dir);
        for path in ["fifo", "socket"] {
            assert_eq!(
                read(&refuse, path),
                Content::Special(Special::Other),
                "{path}"
            );
        }
        for path in ["fifo", "link", "device", "socket"] {
            assert_eq!(
                read(&follow, path),
                Content::Special(Special::Other),
                "{path}"
            );
        }
    }

    #[test]
    fn the_flags_of_opening_neither_wait_nor_follow() {
        let dir = TempDir::new().unwrap();
        fifo(&dir.path().join("fifo"));
        symlink("fifo", dir.path().join("link")).unwrap();
        let open = |name: &str, links| {
            let mut options = OpenOptions::new();
            open_flags(options.read(true), links);
            options.open(dir.path().join(name))
        };
        assert!(open("fifo", Links::Refuse).is_ok());
        assert!(open("link", Links::Follow).is_ok());
        assert!(is_loop(&open("link", Links::Refuse).unwrap_err()));
    }

    #[test]
    fn a_file_that_may_not_be_read_says_why() {
        let dir = TempDir::new().unwrap();
        let file = dir.child("plan.json");
        file.write_str("{}").unwrap();
        fs::set_permissions(file.path(), fs::Permissions::from_mode(0o000)).unwrap();
        // Permissions do not hold for the superuser.
        if File::open(file.path()).is_ok() {
            return;
        }
        for tree in both(&dir) {
            let content = read(&tree, "plan.json");
            assert!(
                matches!(&content, Content::Unreadable(why) if why.contains("denied")),
                "{content:?}"
            );
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_fails_while_it_is_read_says_why() {
        let tree = WorkingTree {
            root: "/proc/self".into(),
            links: Links::Refuse,
        };
        // A regular file of size 0, whose first byte is mapped nowhere.
        assert!(matches!(read(&tree, "mem"), Content::Unreadable(why) if why.contains("error")));
        // And one of size 0 that has content.
        assert!(matches!(read(&tree, "status"), Content::Bytes(bytes) if !bytes.is_empty()));
    }

    #[test]
    fn a_name_that_is_no_utf8_is_listed_and_read() {
        let dir = TempDir::new().unwrap();
        let name = b"r\xFFn";
        let run = dir.path().join(OsStr::from_bytes(name));
        fs::create_dir(&run).unwrap();
        fs::write(run.join(OsStr::from_bytes(b"\xC3\x28.md")), "x").unwrap();
        let tree = tree(&dir, Links::Refuse);
        let listing = tree.list(&|_, _| true).unwrap();
        let last = listing.directories.last().unwrap();
        assert_eq!(last.path.as_bytes(), name);
        assert_eq!(last.files, [b"\xC3\x28.md".as_slice()]);
        let path = last.path.join(&last.files[0]);
        assert_eq!(tree.read(&path).unwrap(), bytes("x"));
    }

    #[test]
    fn links_and_special_files_are_not_listed_nor_asked_about() {
        let dir = TempDir::new().unwrap();
        dir.child("real/plan.json").touch().unwrap();
        symlink("real", dir.path().join("linked")).unwrap();
        symlink("..", dir.path().join("real/up")).unwrap();
        symlink("real/plan.json", dir.path().join("plan.json")).unwrap();
        fifo(&dir.path().join("fifo"));
        let asked = std::cell::RefCell::new(Vec::new());
        let listing = tree(&dir, Links::Follow)
            .list(&|path, node| {
                asked.borrow_mut().push((path.display(), node));
                true
            })
            .unwrap();
        let found: Vec<_> = listing
            .directories
            .iter()
            .map(|directory| (directory.path.display(), directory.files.len()))
            .collect();
        assert_eq!(found, [(String::new(), 0), ("real".to_owned(), 1)]);
        assert_eq!(
            asked.into_inner(),
            [
                ("real".to_owned(), Node::Directory),
                ("real/plan.json".to_owned(), Node::File)
            ]
        );
    }

    #[test]
    fn a_directory_too_deep_for_the_system_is_named() {
        use rustix::fs::{Mode, OFlags, mkdirat, open, openat};
        let dir = TempDir::new().unwrap();
        let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC;
        let mut at = open(dir.path(), flags, Mode::empty()).unwrap();
        let name = "d".repeat(200);
        for _ in 0..25 {
            mkdirat(&at, &*name, Mode::RWXU).unwrap();
            at = openat(&at, &*name, flags, Mode::empty()).unwrap();
        }
        let listing = tree(&dir, Links::Refuse).list(&|_, _| true).unwrap();
        assert_eq!(listing.unreadable.len(), 1);
        let (path, reason) = &listing.unreadable[0];
        assert!(path.as_bytes().starts_with(b"dddd") && !reason.is_empty());
        assert!(listing.directories.len() > 10);
    }
}
