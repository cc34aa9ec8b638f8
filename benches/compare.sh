#!/usr/bin/env bash
# How long closeout takes, beside programs that everybody knows the speed of.
#
#   benches/compare.sh [SAMPLES]
#
# Builds the release binary (or takes the one that $CLOSEOUT names), makes its
# own data in a temporary directory and prints a Markdown table. Needs git, jq
# and bash 5. Each pair is measured in turns (A B A B ...), so that a machine that
# gets slower or faster meanwhile does so for both; a sample runs a program many
# times over, and the median of SAMPLES (21) samples is shown.
set -euo pipefail
# In C the clock has a point and awk counts bytes.
export LC_ALL=C
samples=${1:-21}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

fail() {
    echo "compare.sh: $*" >&2
    exit 2
}
[[ $samples =~ ^[1-9][0-9]*$ ]] || fail "usage: benches/compare.sh [SAMPLES]"
[[ -n ${EPOCHREALTIME:-} ]] || fail "needs bash 5 for its clock; this is $BASH_VERSION"
for program in git jq awk; do
    command -v "$program" >/dev/null || fail "needs $program"
done

# Nothing of the caller's surroundings is measured along.
unset CLOSEDLOOP_WORKDIR CLOSEDLOOP_COMMAND PRD_FILE CLOSEOUT_CONFIG GITHUB_ACTIONS \
    GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1

if [[ -n ${CLOSEOUT:-} ]]; then
    closeout=$(command -v "$CLOSEOUT") || fail "\$CLOSEOUT names no program: $CLOSEOUT"
    [[ $closeout == /* ]] || closeout=$PWD/$closeout
else
    (cd "$here" && cargo build --release --locked --quiet)
    closeout=${CARGO_TARGET_DIR:-$here/target}/release/closeout
fi

data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT

# A finished plan of N tasks, of which every 100th is pending where P is 1.
plan() {
    jq -n --argjson n "$1" --argjson p "$2" '
        def id: "T-\(. / 20 | floor + 1).\(. % 20 + 1)";
        def pending: $p == 1 and . % 100 == 99;
        def task: {
            id: id,
            description: "Move the handler of route \(.) to the new request type, keep its old answer for clients that send no version, and cover both with a test",
            acceptanceCriteria: ["AC-\(. % 40 + 1)"],
            files: ["services/gateway/src/routes/route_\(.).rs", "services/gateway/tests/route_\(.).rs"],
            notes: "The old type \"LegacyRequest\" is still used by \(. % 7) other modules; see the section on phase \(. / 20 | floor + 1)."
        };
        {
            content: ("# Plan: one request type\n\n" + ([range($n) |
                "- [\(if pending then " " else "x" end)] **\(id)** Move the handler of route \(.) to the new request type"] | join("\n")) + "\n"),
            acceptanceCriteria: [range(40) | {id: "AC-\(. + 1)", criterion: "Clients of version \(.) get the answer that they got before", source: "PRD"}],
            pendingTasks: [range($n) | select(pending) | task],
            completedTasks: [range($n) | select(pending | not) | task],
            manualTasks: [], openQuestions: [], gaps: []
        }'
}

# A repository of 50,000 files: 48,500 sources in 2,425 directories, and 500
# workspaces of three files, ten of them with a pending task.
repository() {
    git init --quiet --bare "$1"
    awk '
        function file(path, text) {
            printf "M 100644 inline %s\ndata %d\n%s\n", path, length(text), text
        }
        BEGIN {
            message = "Everything"
            print "commit refs/heads/main"
            print "committer Bench <bench@example.com> 1760000000 +0000"
            printf "data %d\n%s\n", length(message), message
            for (area = 0; area < 97; area++)
                for (part = 0; part < 25; part++)
                    for (n = 0; n < 20; n++) {
                        id = area "_" part "_" n
                        file("src/area" area "/part" part "/file" n ".rs", \
                            "//! Part " id ".\n\npub fn answer_" id "(question: u64) -> u64 {\n    question ^ 0x" area part n "\n}\n")
                    }
            for (run = 0; run < 500; run++) {
                at = "runs/2026/feature-" run "/"
                pending = run % 50 == 7
                file(at "prd.md", "# Feature " run "\n\nSomebody wants it.\n")
                file(at "state.json", "{\"command\": \"EXECUTE\", \"status\": \"COMPLETED\", \"phase\": \"done\"}\n")
                tasks = ""
                for (n = 1; n <= 12; n++)
                    tasks = tasks (n > 1 ? ",\n" : "") "    {\"id\": \"T-" n "\", \"description\": \"Step " n " of feature " run ", with its tests\"}"
                file(at "plan.json", "{\n  \"content\": \"# Plan " run "\",\n  \"pendingTasks\": [" \
                    (pending ? "{\"id\": \"T-13\", \"description\": \"The last step\"}" : "") "],\n  \"completedTasks\": [\n" tasks "\n  ]\n}\n")
            }
            print "done"
        }' | git -C "$1" fast-import --quiet --done
    git -C "$1" symbolic-ref HEAD refs/heads/main
}

# ends_with CODE COMMAND...: what is measured must do its work.
ends_with() {
    local expected=$1 status=0
    shift
    "$@" >/dev/null 2>"$data/stderr" || status=$?
    ((status == expected)) && return
    cat "$data/stderr" >&2
    fail "\`$*\` ended with $status, not with $expected"
}

# once BATCH COMMAND...: microseconds of one execution, in the mean of a batch.
once() {
    local batch=$1 i start stop
    shift
    start=${EPOCHREALTIME/./}
    for ((i = 0; i < batch; i++)); do
        "$@" >/dev/null 2>&1 || true
    done
    stop=${EPOCHREALTIME/./}
    microseconds=$(((stop - start) / batch))
}

median() {
    sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# Peak memory of a command in KiB, or a dash where nothing here can tell.
memory() {
    if /usr/bin/time -v true >/dev/null 2>&1; then
        { /usr/bin/time -v "$@" 2>&1 >/dev/null || true; } | awk '/Maximum resident/ { print $NF }'
    elif command -v python3 >/dev/null; then
        python3 - "$@" <<'PY'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(peak // 1024 if sys.platform == "darwin" else peak)
PY
    else
        echo -
    fi
}

# compare WHAT GOAL BATCH: measures the commands in `ours` and `theirs`.
compare() {
    local what=$1 goal=$2 batch=$3 i
    echo "measuring: $what" >&2
    : >"$data/ours"
    : >"$data/theirs"
    once "$batch" "${ours[@]}"
    once "$batch" "${theirs[@]}"
    for ((i = 0; i < samples; i++)); do
        once "$batch" "${ours[@]}"
        echo "$microseconds" >>"$data/ours"
        once "$batch" "${theirs[@]}"
        echo "$microseconds" >>"$data/theirs"
    done
    awk -v what="$what" -v goal="$goal" \
        -v ours="$(median <"$data/ours")" -v theirs="$(median <"$data/theirs")" \
        -v our_peak="$(memory "${ours[@]}")" -v their_peak="$(memory "${theirs[@]}")" '
        function ms(us) { return sprintf("%.*f ms", us < 10000 ? 2 : 0, us / 1000) }
        function mib(kib) { return kib == "-" ? "-" : sprintf("%.1f MiB", kib / 1024) }
        BEGIN {
            ratio = ours / theirs
            printf "| %s | %s | %s | %.2f | %s | %s | %s | %s |\n", what, ms(ours), ms(theirs), ratio, goal, \
                (ratio <= goal ? "yes" : "no"), mib(our_peak), mib(their_peak)
        }'
}

echo "making the data" >&2
small=$data/small
mkdir -p "$small/run" "$data/large"
git init --quiet "$small"
plan 12 0 >"$small/run/plan.json"
echo '{"command": "PLAN", "status": "COMPLETED"}' >"$small/run/state.json"
plan 9000 1 >"$data/large/plan.json"
repository "$data/repository.git"

size=$(wc -c <"$data/large/plan.json" | awk '{ printf "%.1f MB", $1 / 1000000 }')
cd "$small"
scan=("$closeout" scan --rev HEAD --format json)

ends_with 0 "$closeout" detect run --command plan
ends_with 1 "$closeout" detect "$data/large" --command execute
cd "$data/repository.git"
ends_with 1 "${scan[@]}"
"${scan[@]}" >"$data/scan.json" 2>/dev/null || true
jq -e '.summary | .workspaces == 500 and .claims == 500 and .spurious == 10' "$data/scan.json" >/dev/null ||
    fail "the scan found other workspaces than the 500 that are there, or flagged other than ten"

cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo '?')
echo "closeout $("$closeout" --version | awk '{ print $NF }'), $(git --version), $(jq --version), $(uname -sm), $cores cores; medians of $samples samples"
echo
echo "| what | closeout | yardstick | ratio | goal at most | met | peak memory | yardstick's |"
echo "| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: |"
cd "$small"
ours=("$closeout" detect run --command plan)
theirs=(git rev-parse --git-dir)
compare '`detect`, small workspace; `git rev-parse --git-dir`' 2 50
ours=("$closeout" detect "$data/large" --command execute)
theirs=(jq . "$data/large/plan.json")
compare "\`detect\`, plan of $size; \`jq . plan.json\`" 0.5 5
cd "$data/repository.git"
ours=("${scan[@]}")
theirs=(git ls-tree -r HEAD)
compare '`scan --rev HEAD`, 50,000 files and 500 workspaces; `git ls-tree -r HEAD`' 3 3

once 50 "$(type -P true)"
awk -v us="$microseconds" 'BEGIN { printf "\nStarting a program that does nothing takes %.2f ms here, and is in every time above.\n", us / 1000 }'
