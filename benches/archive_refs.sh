#!/bin/sh
# What N archived records cost everybody else's `git push`, `git fetch` and
# `git clone`: one ref a record, against all of them folded into one ref, with
# batches of several sizes. Needs git only. Usage: archive_refs.sh [N]
set -eu

n=${1:-100000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com
now() { date +%s%N; }
took() { # LABEL COMMAND...
    label=$1
    shift
    start=$(now)
    "$@" >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
    end=$(now)
    printf '%-44s %8s ms\n' "$label" $(((end - start) / 1000000))
}
records() { # a fast-import stream: one root commit a record
    awk -v n="$n" 'BEGIN {
        for (i = 1; i <= n; i++) {
            text = sprintf("{\n  \"schema\": 1,\n  \"ref\": \"github:acme/widgets#%d\",\n  \"url\": \"https://github.com/acme/widgets/issues/%d\",\n  \"ended\": {\"state\": \"closed\", \"kind\": \"issue\", \"reason\": \"issue-closed\", \"source\": \"webhook\", \"actor\": \"user%d\", \"at\": \"2026-10-02T22:29:41Z\", \"outcome\": \"completed\", \"terminal\": {\"workItem\": \"issue-%d\", \"loop\": \"pdlc-work-item-loop\", \"node\": \"complete\", \"completed\": true}}\n}\n", i, i, i % 97, i)
            printf "reset refs/tmp\n\ncommit refs/tmp\nmark :%d\n", i
            printf "committer a <a@example.com> %d +0000\ndata 7\nrecord\n\n", 1700000000 + i
            printf "M 100644 inline record.json\ndata %d\n%s\n", length(text), text
        }
    }'
}
fold() { # REPO BATCH [DATE]: every commit takes in that many records and their commits
    git -C "$1" for-each-ref --format='%(objectname) %(tree) %(refname:lstrip=6)' refs/closeout/items |
        sort -n -k3 >"$work/refs"
    git -C "$1" cat-file --batch-check='%(objectname)' --buffer <<IN >"$work/blobs"
$(sed 's/^\([^ ]*\) .*/\1:record.json/' "$work/refs")
IN
    paste -d' ' "$work/blobs" "$work/refs" | awk -v batch="$2" '{
        if ((NR - 1) % batch == 0) {
            if (NR > 1) flush()
            lines = ""; files = ""; merges = ""
        }
        lines = lines "acme/widgets#" $4 "\n"
        merges = merges "merge " $2 "\n"
        date = fixed ? fixed : 1700000000 + $4
        files = files "M 100644 " $1 " items/github.com/acme/widgets/" int($4 / 1000) "/" $4 ".json\n"
    }
    function flush() {
        text = "fold\n\n" lines
        printf "commit refs/closeout/archive\ncommitter a <a@example.com> %d +0000\ndata %d\n%s", date, length(text), text
        if (!first++) printf "from %s\n", base
        printf "%s%s\n", merges, files
    }
    END { flush() }' fixed="${3:-}" base="$(git -C "$1" rev-parse base)" >"$work/stream"
    git -C "$1" fast-import --quiet <"$work/stream"
}
drop() { # not with update-ref, which takes more than a millisecond a ref
    sed '/ refs\/closeout\/items\//d' "$1/packed-refs" >"$work/packed"
    mv "$work/packed" "$1/packed-refs"
}
everyday() { # what somebody who has nothing to do with the archive pays
    git clone -q "file://$work/remote.git" "$work/dev"
    git -C "$work/dev" commit -q --allow-empty -m more
    took "  $1: push" git -C "$work/dev" push -q origin main
    GIT_COMMITTER_DATE='1600000000 +0000' git -C "$work/dev" commit -q --allow-empty -m old
    took "  $1: push of an old commit" git -C "$work/dev" push -q origin main
    took "  $1: push, nothing to do" git -C "$work/dev" push -q origin main
    took "  $1: fetch" git -C "$work/dev" fetch -q
    took "  $1: clone" git clone -q "file://$work/remote.git" "$work/clone"
    took "  $1: clone --mirror" git clone -q --mirror "file://$work/remote.git" "$work/mirror"
    took "  $1: ls-remote" git ls-remote "file://$work/remote.git"
    printf '%-44s %8s KiB\n' "  $1: advertised to every push" "$(git -C "$work/remote.git" for-each-ref | awk '{b += length($1) + length($3) + 6} END {print int(b / 1024)}')"
    rm -rf "$work/dev" "$work/clone" "$work/mirror"
}

git init -q --bare -b main "$work/remote.git"
git -C "$work/remote.git" config receive.autogc false
git clone -q "$work/remote.git" "$work/seed" 2>/dev/null
git -C "$work/seed" commit -q --allow-empty -m start
git -C "$work/seed" push -q origin main
everyday "no records"
records >"$work/records"
git -C "$work/remote.git" fast-import --quiet --export-marks="$work/marks" <"$work/records"
# Packed from the start: loose ones take minutes to make, and each costs more.
git -C "$work/remote.git" update-ref -d refs/tmp
git -C "$work/remote.git" pack-refs --all
{
    git -C "$work/remote.git" for-each-ref --format='%(objectname) %(refname)'
    sed 's|^:\([0-9]*\) \(.*\)|\2 refs/closeout/items/github.com/acme/widgets/\1|' "$work/marks"
} | LC_ALL=C sort -k2 >"$work/packed"
(echo '# pack-refs with: peeled fully-peeled sorted ' && cat "$work/packed") >"$work/remote.git/packed-refs"
everyday "$n packed refs"
git -C "$work/remote.git" tag base "$(git -C "$work/remote.git" commit-tree "$(git -C "$work/remote.git" mktree </dev/null)" -m 'an empty archive')"
for way in "200" "1000" "200 1900000000"; do
    # A second word: the date of every fold, instead of its newest record's.
    batch=$way
    cp -r "$work/remote.git" "$work/kept.git"
    # shellcheck disable=SC2086 # two words on purpose
    took "fold in batches of $batch" fold "$work/remote.git" $way
    drop "$work/remote.git"
    everyday "folded by $batch"
    took "  gc" git -C "$work/remote.git" gc -q
    took "  fsck" git -C "$work/remote.git" fsck --no-dangling --no-progress
    took "  rev-list --count" git -C "$work/remote.git" rev-list --count refs/closeout/archive
    took "  log of one item" git -C "$work/remote.git" log --oneline --first-parent refs/closeout/archive -- items/github.com/acme/widgets/50/50000.json
    took "  fetch of the whole archive" sh -c "git init -q '$work/whole' && git -C '$work/whole' fetch -q 'file://$work/remote.git' refs/closeout/archive:refs/closeout/archive"
    took "  fetch of its tip alone" sh -c "git init -q '$work/tip' && git -C '$work/tip' fetch -q --depth 1 'file://$work/remote.git' refs/closeout/archive:refs/closeout/archive"
    printf '%-44s %8s KiB\n' "  on disk" "$(du -sk "$work/remote.git" | cut -f1)"
    rm -rf "$work/whole" "$work/tip" "$work/remote.git"
    mv "$work/kept.git" "$work/remote.git"
done
