// Written by `npm run generate` from tools/codegen/targets/recordings/writers.ts. Do not edit.
// tools/codegen/targets/recordings/arazzo.ts
/** A text that a simple condition of Arazzo can compare. */
var comparable = /^[\w .,:/@-]{1,200}$/;
/** Compared in each result. */
var maxConditions = 50;
/** An Arazzo 1.0.1 workflow, as JSON, that plays a recording. Its inputs are the tokens of the callers, by username. */
function arazzoWorkflow(recording, documentUrl) {
	const callers = [...new Set(recording.steps.flatMap(({ caller }) => caller ?? []))];
	const outputs = Map.groupBy(recording.marks.filter((mark) => mark.kind === "result"), ({ step }) => step);
	const left = recording.leftOut.length > 0 ? ` Not part of it: ${recording.leftOut.join(" ")}` : "";
	const workflow = {
		arazzo: "1.0.1",
		info: {
			title: "Recorded calls",
			version: "1.0.0",
			summary: "The calls of a world of the sandbox."
		},
		sourceDescriptions: [{
			name: "onedoor",
			url: documentUrl,
			type: "openapi"
		}],
		workflows: [{
			workflowId: "recorded-calls",
			summary: "The recorded calls have the recorded results.",
			description: `Recorded from ${recording.time} on.${left}`,
			inputs: {
				type: "object",
				required: callers,
				properties: Object.fromEntries(callers.map((name) => [name, {
					type: "string",
					description: `A token of ${name}.`
				}]))
			},
			steps: recording.steps.map((step, index) => stepOf(step, recording, outputs.get(index) ?? []))
		}]
	};
	return `${JSON.stringify(workflow, null, 2)}\n`;
}
function stepOf(step, recording, outputs) {
	const { name, operation, caller, args, status, code, result } = step;
	const { verb, path, hasBody } = operation;
	const isInPath = (argument) => path.includes(`{${argument}}`);
	const entries = Object.entries(args).map(([key, value]) => [key, spoken(value, recording)]);
	const parameters = [...caller === void 0 ? [] : [{
		name: "Authorization",
		in: "header",
		value: `Bearer {$inputs.${caller}}`
	}], ...entries.filter(([key]) => isInPath(key) || !hasBody).map(([key, value]) => ({
		name: key,
		in: isInPath(key) ? "path" : "query",
		value
	}))];
	const body = Object.fromEntries(entries.filter(([key]) => hasBody && !isInPath(key)));
	const root = `$response.body#${operation.envelope === "result" ? "/result" : ""}`;
	const conditions = [
		`$statusCode == ${status}`,
		...code === void 0 || operation.envelope !== "result" ? [] : [`$response.body#/code == "${code}"`],
		...comparisons(result, root, recording).slice(0, maxConditions)
	];
	return {
		stepId: name,
		operationPath: `{$sourceDescriptions.onedoor.url}#/paths/${pointer(path)}/${verb.toLowerCase()}`,
		...parameters.length > 0 && { parameters },
		...hasBody && { requestBody: {
			contentType: "application/json",
			payload: body
		} },
		successCriteria: conditions.map((condition) => ({ condition })),
		...outputs.length > 0 && { outputs: Object.fromEntries(outputs.map(({ path: at }) => [outputName(at), root + at.map(slashed).join("")])) }
	};
}
/** A value with the expressions that its marks mean. Nothing else of it may be taken for one. */
function spoken(value, recording) {
	if (typeof value === "string") return placed(value, recording, (expression, isWhole) => isWhole ? expression : `{${expression}}`);
	if (Array.isArray(value)) return value.map((entry) => spoken(entry, recording));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, spoken(entry, recording)]));
}
function placed(text, { token, marks, steps }, write) {
	return text.replace(new RegExp(`${token}(\\d+)${token}`, "g"), (found, number) => {
		const mark = marks[Number(number)];
		if (mark?.kind !== "result") return write("$sourceDescriptions.onedoor.url", found === text);
		return write(`$steps.${steps[mark.step]?.name}.outputs.${outputName(mark.path)}`, found === text);
	});
}
function comparisons(value, at, recording) {
	if (typeof value === "number" || typeof value === "boolean") return [`${at} == ${value}`];
	if (typeof value === "string") {
		if (recording.marks[Number(new RegExp(`^${recording.token}(\\d+)${recording.token}$`).exec(value)?.[1])]?.kind === "result") return [`${at} == ${spoken(value, recording)}`];
		return comparable.test(value) && !value.includes(recording.token) ? [`${at} == "${value}"`] : [];
	}
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([name, entry]) => comparisons(entry, `${at}${slashed(name)}`, recording));
}
function outputName(path) {
	return path.join("_").replace(/[^\w-]/g, "_");
}
function slashed(name) {
	return `/${pointer(String(name))}`;
}
function pointer(name) {
	return name.replaceAll("~", "~0").replaceAll("/", "~1");
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
function laidOut$1(entries, [open, close], column = 0) {
	const flat = `${open}${entries.map(([prefix, value]) => prefix + pythonSource(value)).join(", ")}${close}`;
	if (entries.length === 0 || column + flat.length <= maxLineLength) return flat;
	return `${open}\n${indented(entries.map(([prefix, value]) => `${prefix}${valueLaidOut(value, prefix.length + 4)},\n`).join(""))}${close}`;
}
function valueLaidOut(value, column) {
	if (typeof value !== "object" || value === null) return pythonSource(value);
	const entries = Object.entries(value).map(([name, entry]) => [`${JSON.stringify(name)}: `, entry]);
	if (Array.isArray(value)) return laidOut$1(entries.map(([, entry]) => ["", entry]), ["[", "]"], column);
	return laidOut$1(entries, ["{", "}"], column);
}
/** Four spaces before every line that is not empty. */
function indented(text, depth = 1) {
	return text.replace(/^(?=.)/gm, "    ".repeat(depth));
}
// tools/codegen/targets/recordings/marks.ts
/**
* Source with the expressions that its marks mean: one that is a whole text replaces the text, one inside a text is
* joined to it by `+`.
*
* @param quote what encloses texts in this language
* @param expressionOf the expression of a mark
*/
function withMarks(source, { token, marks }, quote, expressionOf) {
	const place = new RegExp(`((?<!\\\\)${quote})?${token}(\\d+)${token}(${quote})?`, "g");
	return source.replace(place, (_, open, number, close) => {
		const mark = marks[Number(number)];
		if (!mark) throw new Error(`There is no mark ${number}`);
		return `${open ? "" : `${quote} + `}${expressionOf(mark)}${close ? "" : ` + ${quote}`}`;
	});
}
// tools/codegen/targets/recordings/python.ts
/** A test case of Python's standard library, which pytest runs too, that plays a recording in a new world. */
function pythonTest(recording) {
	const { time, isFrozen, steps, leftOut } = recording;
	return withMarks(`${leftOut.map((line) => `# ${line}\n`).join("")}from unittest import TestCase
from unittest.mock import ANY

from onedoor import OnedoorError
from onedoor.sandbox import create_sandbox


class RecordedCalls(TestCase):
    maxDiff = None

    def test_the_recorded_calls_have_the_recorded_results(self):
        with create_sandbox(clock=${pythonSource(time)}, frozen=${pythonSource(isFrozen)}) as world:
${steps.length === 0 ? `${inTest}pass\n` : ""}${steps.map((step) => linesOf$1(step).replace(/^(?=.)/gm, inTest)).join("")}`, recording, "\"", (mark) => expressionOf$1(mark, recording));
}
var inTest = " ".repeat(12);
function linesOf$1({ name, operation, caller, args, code, result, movedTo }) {
	const call = laidOut$1(Object.entries(args).map(([argument, value]) => [`${pythonName(argument)}=`, value]), [`${`world.client(${caller === void 0 ? "" : pythonSource(caller)})`}.${operation.id}(`, ")"], inTest.length + name.length);
	const clock = movedTo === void 0 ? "" : `world.clock.move(time=${pythonSource(movedTo)})\n`;
	if (code !== void 0) return `${clock}with self.assertRaises(OnedoorError) as failure:\n${call.replace(/^(?=.)/gm, "    ")}\n${`self.assertEqual(failure.exception.code, ${pythonSource(code)})`}\n`;
	if (result === void 0) return `${clock}${call}\n`;
	return `${clock}${name} = ${call}\n${laidOut$1([["", result]], [`self.assertEqual(${name}, `, ")"], inTest.length)}\n`;
}
function expressionOf$1(mark, { steps }) {
	if (mark.kind === "address") return "world.base_url";
	if (mark.kind === "any") return "ANY";
	return `${steps[mark.step]?.name}${mark.path.map((name) => `[${pythonSource(name)}]`).join("")}`;
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
/**
* A value as source: what fits is on one line, and anything longer has an entry a line.
*
* @param room how many characters the first line may have
* @param depth of the entries: how far they are indented
*/
function laidOut(value, notation, room = 80, depth = 1) {
	const line = notation.line(value);
	if (line.length <= room || typeof value !== "object" || value === null) return line;
	const isList = Array.isArray(value);
	const entries = Object.entries(value).map(([name, entry]) => {
		const key = isList ? "" : notation.key(name);
		return key + laidOut(entry, notation, 80 - depth * indentation.length - key.length - 1, depth + 1);
	});
	const [open, close] = isList ? "[]" : "{}";
	return `${open}\n${(entries.join(",\n") + (notation.endsWithComma ? "," : "")).replace(/^/gm, indentation)}\n${close}`;
}
var indentation = "  ";
// tools/codegen/targets/recordings/typescript.ts
/** A test for Vitest that plays a recording in a new world with the generated client. */
function typescriptTest(recording) {
	const { time, isFrozen, steps, leftOut } = recording;
	return withMarks(`${leftOut.map((line) => `// ${line}\n`).join("")}import { createSandbox } from '@onedoor/client/sandbox'
import { expect, test } from 'vitest'

test('the recorded calls have the recorded results', async () => {
  await using world = await createSandbox({ clock: ${sourceOf(time)}, frozen: ${isFrozen} })
${steps.map((step) => linesOf(step).replace(/^(?=.)/gm, "  ")).join("")}})
`, recording, "'", (mark) => expressionOf(mark, recording));
}
function linesOf(step) {
	const { name, operation, caller, args, code, result, movedTo } = step;
	const call = `world.client(${caller === void 0 ? "" : sourceOf(caller)}).${operation.id}`;
	const given = Object.keys(args).length > 0 ? laid(args, call.length) : "";
	const clock = movedTo === void 0 ? "" : `await world.clock.move({ time: ${sourceOf(movedTo)} })\n`;
	if (code !== void 0) return `${clock}await expect(${call}(${given})).rejects.toMatchObject({ code: ${sourceOf(code)} })\n`;
	if (result === void 0) return `${clock}await ${call}(${given})\n`;
	return `${clock}const ${name} = await ${call}(${given})\nexpect(${name}).toEqual(${laid(result, name.length)})\n`;
}
function laid(value, column) {
	return laidOut(value, notation, 80 - column - 17);
}
var notation = {
	line: sourceOf,
	key: (name) => `${keyOf(name)}: `,
	endsWithComma: true
};
function expressionOf(mark, { steps }) {
	if (mark.kind === "address") return "world.baseUrl";
	if (mark.kind === "any") return "expect.any(String)";
	const path = mark.path.map((name) => typeof name === "number" ? `[${name}]` : `[${sourceOf(name)}]`);
	return `(${steps[mark.step]?.name} as any)${path.join("")}`;
}
// tools/codegen/targets/recordings/writers.ts
/** The writers of recordings that the sandbox runs, by the names of their forms. */
var writers = {
	arazzo: arazzoWorkflow,
	typescript: typescriptTest,
	python: pythonTest
};
export { writers };
