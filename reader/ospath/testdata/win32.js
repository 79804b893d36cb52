// Prints what path.win32 of Node.js makes of paths. Each line of the input is an object with "dir", an absolute path,
// and "path", and so is each line of the output. The table beside it was made and is made again by Node.js 20:
//   node win32.js < win32.jsonl
const { win32 } = require("path");
process.chdir("/"); // of which a drive that is not said anything about takes its folder
const lines = require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean);
for (const line of lines) {
  const { dir, path } = JSON.parse(line);
  const { root, dir: above, base, ext, name } = win32.parse(path);
  const resolve = win32.resolve(dir, path);
  console.log(JSON.stringify({
    dir, path, abs: win32.isAbsolute(path), clean: win32.normalize(path), resolve, join: win32.join(dir, path),
    relative: win32.relative(dir, resolve), dirname: win32.dirname(path), base: win32.basename(path),
    ext: win32.extname(path), parse: [root, above, base, ext, name],
  }));
}
