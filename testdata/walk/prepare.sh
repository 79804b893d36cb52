#!/bin/sh
# Makes what each walk begins with, in the current folder: a home with a work tree. $1 is the folder testdata.
set -e
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
mkdir -p .claude/projects/-work work/sub
gzip -dc "$1/transcripts/claude_code/session-default.jsonl.gz" >work/session.jsonl
cp work/session.jsonl .claude/projects/-work/session-default.jsonl
cp -R "$1/transcripts/workspace-after" work/workspace
cd work
cp "$1/samples/server.go" .
cp "$1/hostile/garbage.bin" binary.bin
cat "$1"/hostile/*.txt >hostile.txt
cat "$1/streams/git-show.txt" "$1/streams/man.txt" >colours.txt
awk 'BEGIN { for (i = 0; i < 3000; i++) print i " a line of the log with a needle in it, func " i * i }' >log.txt
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do cat log.txt; done >big.txt
awk 'BEGIN { for (i = 0; i < 20000; i++) printf "0123456789 needle 日" }' >long.txt
awk 'BEGIN { for (i = 0; i < 20; i++) {
	print "日本語の文 é̂ 👩‍👩‍👧 العربية \tTab\t​| Z͑͒algo ｆｕｌｌ 🇩🇪 1️⃣"
	for (j = 0; j < 70; j++) printf "界"
	print "\n"
	for (j = 0; j < 90; j++) printf "à"
	print ""
} }' >wide.txt
gzip -c log.txt >packed.txt.gz
cp packed.txt.gz sub/a.go.gz
: >empty.txt
echo there >there
awk 'BEGIN { for (i = 0; i < 3000; i++) print "// line " i " of a file\nvar v" i " = \"日本語\"" }' >sub/old.go
git() { command git -c user.name=n -c user.email=e "$@"; }
git init -q --template=
git add .
git commit -qm one
git mv sub/old.go changed.go
git commit -qm two
sed -i.old 's|// line 40 .*|another line|' changed.go
rm changed.go.old
