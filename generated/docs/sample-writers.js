// Written by `npm run generate` from tools/codegen/targets/browser-writers.ts. Do not edit.
// \0rolldown/runtime.js
var __commonJSMin = (cb, mod) => () => (mod || (cb((mod = { exports: {} }).exports, mod, mod.exports), cb = null), mod.exports);
// src/runtime/base/once.ts
var import___vite_browser_external = (/* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = {};
})))();
/** @param make creates the value; if it fails, the next use tries again */
function once(make) {
	let made;
	const get = () => {
		made ??= make().catch((failure) => {
			made = void 0;
			throw failure;
		});
		return made;
	};
	return Object.assign(get, { idle: () => ended(made) });
}
async function ended(run) {
	await run?.catch(() => void 0);
}
// src/runtime/base/openapi.ts
/**
* The server in the generated samples. Pages that show a sample replace it with the public address of the server, without a
* slash at its end.
*/
var sampleUrl = "http://localhost:8080";
once(async () => JSON.parse(await (0, import___vite_browser_external.readFile)((0, import___vite_browser_external.join)(import.meta.dirname, "../../../generated/openapi.json"), "utf8")));
// src/doors/cli/calls/spelling.ts
/** The option of an argument: `request_key` as `request-key`, `destinationURL` as `destination-url`. */
function kebab(name) {
	return name.replaceAll("_", "-").replace(/([a-z0-9])([A-Z]+)/g, "$1-$2").toLowerCase();
}
/** A word that a POSIX shell reads as exactly this text. */
function quoted$1(text) {
	return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
// src/doors/cli/calls/described.ts
/** Arguments as they are typed after a method's name. */
function typedArguments(method, args) {
	return method.args.flatMap(({ name }) => {
		const value = args[name];
		const option = kebab(name);
		if (value === void 0) return [];
		if (typeof value === "boolean") return [value ? `--${option}` : `--no-${option}`];
		return (Array.isArray(value) ? value : [value]).flatMap((entry) => [`--${option}`, typedValue(entry)]);
	});
}
function typedValue(value) {
	return typeof value === "object" ? JSON.stringify(value) : withoutFileSign(String(value));
}
/** A leading `@` names a file; a doubled one is literal. */
function withoutFileSign(text) {
	return text.startsWith("@") ? `@${text}` : text;
}
/**
* A value as source: what fits is on one line, and anything longer has an entry a line.
*
* @param room how many characters the first line may have
* @param depth of the entries: how far they are indented
*/
function laidOut$1(value, notation, room = 80, depth = 1) {
	if (typeof value !== "object" || value === null) return notation.line(value);
	const line = isLonger(value, room) ? void 0 : notation.line(value);
	if (line !== void 0 && line.length <= room) return line;
	const isList = Array.isArray(value);
	const entries = Object.entries(value).map(([name, entry]) => {
		const key = isList ? "" : notation.key(name);
		return key + laidOut$1(entry, notation, 80 - depth * indentation.length - key.length - 1, depth + 1);
	});
	const [open, close] = isList ? "[]" : "{}";
	return `${open}\n${(entries.join(",\n") + (notation.endsWithComma ? "," : "")).replace(/^/gm, indentation)}\n${close}`;
}
var indentation = "  ";
/** Whether a value has more characters than this in every notation. Large values need not be written to find that out. */
function isLonger(value, room) {
	return roomAfter(value, room) < 0;
}
function roomAfter(value, room) {
	if (typeof value === "string") return room - value.length - 2;
	if (typeof value !== "object" || value === null) return room - 1;
	const isList = Array.isArray(value);
	let left = room - 2;
	for (const name in value) {
		if (left < 0) break;
		left = roomAfter(value[name], left - (isList ? 0 : name.length));
	}
	return left;
}
/** A value as JSON. */
function jsonOf(value) {
	return laidOut$1(value, {
		line: JSON.stringify,
		key: (name) => `${JSON.stringify(name)}: `,
		endsWithComma: false
	});
}
// tools/codegen/targets/samples/cli.ts
/**
* A command of `onedoor` for a POSIX shell that makes one call and prints its result. It names the server
* `http://localhost:8080`; it reads the token from `ONEDOOR_TOKEN` and a payment from `ONEDOOR_PAYMENT` itself.
* A second form is called by the name of the first.
*/
function cliSample(_document, operation, args) {
	const { id, formOf = id } = operation;
	const words = [`ONEDOOR_URL=${sampleUrl} onedoor ${formOf.replace(".", " ")}`, ...Object.keys(args).flatMap((name) => optionsOf(name, args))];
	const line = words.join(" ");
	return line.length <= 80 ? line : words.join(" \\\n  ");
}
/** The option of an argument with its value; a list repeats the option. */
function optionsOf(name, args) {
	const words = typedArguments({ args: [{ name }] }, args).map(quoted$1);
	if (typeof args[name] === "boolean") return words;
	return words.flatMap((word, index) => index % 2 === 0 ? [`${word} ${words[index + 1]}`] : []);
}
// tools/codegen/targets/samples/access.ts
/** Whether a call sends a token: anyone may call an open operation, but pays for it if it has a price. */
function sendsToken({ needs, microCredits, priceUnit }) {
	return needs !== "open" || microCredits > 0 || priceUnit !== void 0;
}
// tools/codegen/targets/samples/curl.ts
/**
* A curl command for a POSIX shell that makes one call and prints its response. The server is at
* `http://localhost:8080`; the token is read from `ONEDOOR_TOKEN`, and the payment for credits, which a wallet has signed,
* from `ONEDOOR_PAYMENT`. A second form is called as such.
*/
function curlSample(_document, operation, args) {
	const { verb, path, hasBody } = operation;
	const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
	const rest = Object.entries(args).filter(([name]) => !inPath.has(name));
	const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(args[name])));
	return [
		`curl${verb === "GET" ? rest.length > 0 ? " --get" : "" : hasBody ? "" : " -X POST"} ${quoted$1(sampleUrl + filled)}`,
		...sendsToken(operation) ? [tokenHeader] : [],
		...operation.topUp ? ["-H \"PAYMENT-SIGNATURE: $ONEDOOR_PAYMENT\""] : [],
		...hasBody ? ["-H 'Content-Type: application/json'", `-d ${quoted$1(jsonOf(Object.fromEntries(rest)))}`] : [],
		...verb === "GET" ? rest.flatMap(([name, value]) => queryOptions(name, value)) : []
	].join(" \\\n  ");
}
/** The option that sends the token, in double quotes: the shell fills it in. */
var tokenHeader = "-H \"Authorization: Bearer $ONEDOOR_TOKEN\"";
/** A list repeats its name. */
function queryOptions(name, value) {
	return (Array.isArray(value) ? value : [value]).map((each) => `--data-urlencode ${quoted$1(`${name}=${each}`)}`);
}
// tools/codegen/targets/client/text.ts
/** A value as idiomatic JavaScript source: `{ title: 'Groceries', tags: ['home'] }`. */
function sourceOf(value) {
	if (Array.isArray(value)) return `[${value.map((entry) => sourceOf(entry)).join(", ")}]`;
	if (typeof value === "object" && value !== null) {
		const entries = Object.entries(value).map(([name, entry]) => `${keyOf(name)}: ${sourceOf(entry)}`);
		return entries.length > 0 ? `{ ${entries.join(", ")} }` : "{}";
	}
	return typeof value === "string" ? quoted(value) : JSON.stringify(value);
}
/** A string as a literal in single quotes. */
function quoted(text) {
	return `'${JSON.stringify(text).slice(1, -1).replaceAll("\\\"", "\"").replaceAll("'", "\\'")}'`;
}
/** A property name, quoted only if necessary. */
function keyOf(name) {
	return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}
// tools/codegen/targets/mcp/index.ts
/** Some model interfaces take no dot in the name of a tool. */
function toolName(id) {
	return id.replace(".", "_");
}
// tools/codegen/targets/samples/mcp.ts
/**
* A curl command for a POSIX shell that calls an operation as a tool of MCP and prints the JSON-RPC response: it can be
* run without an MCP client, and shows the request to those who have one. The server is at `http://localhost:8080`; the
* token is read from `ONEDOOR_TOKEN`.
*/
function mcpSample(_document, operation, args) {
	const params = {
		name: toolName(operation.id),
		arguments: args
	};
	return [
		`curl ${sampleUrl}/mcp`,
		...sendsToken(operation) ? [tokenHeader] : [],
		"-H 'Content-Type: application/json'",
		"-H 'Accept: application/json, text/event-stream'",
		"-H 'MCP-Protocol-Version: 2025-11-25'",
		`-d ${quoted$1(jsonOf({
			jsonrpc: "2.0",
			id: 1,
			method: "tools/call",
			params
		}))}`
	].join(" \\\n  ");
}
// tools/codegen/targets/python/names.ts
/** Python's keywords. */
var keywords = new Set(`False None True and as assert async await break class continue def del elif else except finally for from global if import
in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/));
/** A name that is valid in Python: a keyword gets a trailing underscore. */
function pythonName(name) {
	return keywords.has(name) ? `${name}_` : name;
}
/** A value as Python source. */
function pythonSource(value) {
	if (value === true) return "True";
	if (value === false) return "False";
	if (value === null || value === void 0) return "None";
	if (Array.isArray(value)) return `[${value.map(pythonSource).join(", ")}]`;
	if (typeof value === "object") return `{${Object.entries(value).map(([name, entry]) => `${JSON.stringify(name)}: ${pythonSource(entry)}`).join(", ")}}`;
	return JSON.stringify(value);
}
var maxLineLength = 88;
/**
* Values in brackets, each after its prefix, such as the arguments of a call: on one line if it fits after `column`
* characters, otherwise with a line for each value.
*/
function laidOut(entries, [open, close], column = 0) {
	const values = entries.map(([, value]) => value);
	if (entries.length === 0 || !isLonger(values, maxLineLength - column)) {
		const flat = `${open}${entries.map(([prefix, value]) => prefix + pythonSource(value)).join(", ")}${close}`;
		if (entries.length === 0 || column + flat.length <= maxLineLength) return flat;
	}
	return `${open}\n${indented(entries.map(([prefix, value]) => `${prefix}${valueLaidOut(value, prefix.length + 4)},\n`).join(""))}${close}`;
}
function valueLaidOut(value, column) {
	if (typeof value !== "object" || value === null) return pythonSource(value);
	const entries = Object.entries(value).map(([name, entry]) => [`${JSON.stringify(name)}: `, entry]);
	if (Array.isArray(value)) return laidOut(entries.map(([, entry]) => ["", entry]), ["[", "]"], column);
	return laidOut(entries, ["{", "}"], column);
}
/** Four spaces before every line that is not empty. */
function indented(text, depth = 1) {
	return text.replace(/^(?=.)/gm, "    ".repeat(depth));
}
// tools/codegen/targets/samples/python.ts
/**
* A Python script that makes one call with the generated client and prints its result as JSON. The server is at
* `http://localhost:8080`; the token is read from `ONEDOOR_TOKEN` unless the operation needs none, and the
* payment for credits, which a wallet has signed, from `ONEDOOR_PAYMENT`. A second form is called by the name of the first.
* Throws for an argument that the operation's method does not have.
*/
function pythonSample(_document, operation, args) {
	const call = Object.entries(args).map(([name, value]) => [`${pythonName(name)}=`, value]);
	return `import json
${sendsToken(operation) ? "import os\n" : ""}
from onedoor import Client

onedoor = Client(${clientArguments(operation)})

result = ${laidOut(call, [`onedoor.${operation.formOf ?? operation.id}(`, ")"], 9)}
print(json.dumps(result, indent=2, ensure_ascii=False))
`;
}
function clientArguments(operation) {
	const given = [`"${sampleUrl}"`, ...sendsToken(operation) ? ["os.environ[\"ONEDOOR_TOKEN\"]"] : []];
	if (!operation.topUp) return given.join(", ");
	const pay = "pay=lambda challenge: {\"PAYMENT-SIGNATURE\": os.environ[\"ONEDOOR_PAYMENT\"]}";
	return `\n${[...given, pay].map((argument) => `    ${argument},\n`).join("")}`;
}
// tools/codegen/targets/samples/typescript.ts
/**
* A TypeScript module that makes one call with the generated client and prints its result as JSON. The server is at
* `http://localhost:8080`; the token is read from `ONEDOOR_TOKEN`, and the payment for credits, which a wallet has signed,
* from `ONEDOOR_PAYMENT`. A second form is called by the name of the first.
*/
function typescriptSample(_document, operation, args) {
	const call = `const result = await onedoor.${operation.formOf ?? operation.id}`;
	const given = Object.keys(args).length > 0 ? laidOut$1(args, notation, 80 - call.length - 2) : "";
	return `import { createClient } from '@onedoor/client'

const onedoor = createClient(${clientOptions(operation)})

${call}(${given})
console.log(JSON.stringify(result, null, 2))
`;
}
var notation = {
	line: sourceOf,
	key: (name) => `${keyOf(name)}: `,
	endsWithComma: true
};
function clientOptions(operation) {
	if (!sendsToken(operation)) return `{ baseUrl: '${sampleUrl}' }`;
	return `{\n  baseUrl: '${sampleUrl}',\n  token: process.env.ONEDOOR_TOKEN,\n${operation.topUp ? "  pay: () => ({ 'PAYMENT-SIGNATURE': process.env.ONEDOOR_PAYMENT ?? '' }),\n" : ""}}`;
}
// tools/codegen/targets/browser-writers.ts
/** The writers of samples that the reference runs in browsers, by the names of their languages. */
var writers = {
	curl: curlSample,
	typescript: typescriptSample,
	python: pythonSample,
	cli: cliSample,
	mcp: mcpSample
};
export { writers };
