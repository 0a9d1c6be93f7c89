// Written by `npm run generate` from tools/codegen/targets/recordings/writers.ts. Do not edit.
// \0rolldown/runtime.js
var __commonJSMin = (cb, mod) => () => (mod || (cb((mod = { exports: {} }).exports, mod, mod.exports), cb = null), mod.exports);
// tools/codegen/targets/recordings/arazzo.ts
/** A text that a simple condition of Arazzo can compare. */
var comparable = /^[\w .,:/@-]{1,200}$/;
/** Compared in each result. */
var maxConditions = 50;
/**
* An Arazzo 1.0.1 workflow, as JSON, that plays a recording. Its inputs are the tokens of the callers, by username, and
* `world`, the name of the world, if it refers to what the seed has made. In pieces of one step each.
*/
function* arazzoWorkflow(recording, documentUrl) {
	const { refersToSeed } = recording;
	const sandboxUrl = documentUrl.replace(/\/w\/[^/]+\/(?=[^/]+$)/, "/sandbox/");
	const callers = [...new Set(recording.steps.flatMap(({ caller }) => caller ?? []))];
	const outputs = Map.groupBy(recording.marks.filter((mark) => mark.kind === "result"), ({ step }) => step);
	const inputs = [...callers.map((name) => [name, `A token of ${name}.`]), ...refersToSeed ? [["world", "The name of the world."]] : []];
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
		}, ...refersToSeed ? [{
			name: "sandbox",
			url: sandboxUrl,
			type: "openapi"
		}] : []],
		workflows: [{
			workflowId: "recorded-calls",
			summary: "The recorded calls have the recorded results.",
			description: `Recorded from ${recording.time} on.${startText(recording)}${left}`,
			inputs: {
				type: "object",
				required: inputs.map(([name]) => name),
				properties: Object.fromEntries(inputs.map(([name, description]) => [name, {
					type: "string",
					description
				}]))
			},
			steps: [recording.token]
		}]
	};
	const [before, after] = JSON.stringify(workflow, null, 2).split(`"${recording.token}"`);
	const stepText = (step) => JSON.stringify(step, null, 2).replaceAll("\n", `\n${" ".repeat(8)}`);
	yield before ?? "";
	if (refersToSeed) yield `${stepText(seedStep(recording))}${recording.steps.length > 0 ? ",\n        " : ""}`;
	for (const [index, step] of recording.steps.entries()) yield `${index > 0 ? ",\n        " : ""}${stepText(stepOf(step, recording, outputs.get(index) ?? []))}`;
	yield `${after}\n`;
}
function startText({ start }) {
	if (!start) return "";
	return ` The world starts from the seed ${"seed" in start ? start.seed : JSON.stringify(start.document)} at this time.`;
}
/** Gets what the seed has made. */
function seedStep({ marks }) {
	const outputs = marks.flatMap((mark) => mark.kind === "seed" ? [[seedOutput(mark), `$response.body#${[
		"results",
		mark.call,
		...mark.path
	].map(slashed).join("")}`]] : []);
	return {
		stepId: seedStepName,
		operationPath: `{$sourceDescriptions.sandbox.url}#/paths/${pointer("/sandbox/worlds/{name}/seed/results")}/get`,
		parameters: [{
			name: "name",
			in: "path",
			value: "$inputs.world"
		}],
		successCriteria: [{ condition: "$statusCode == 200" }],
		outputs: Object.fromEntries(outputs)
	};
}
var seedStepName = "seed";
function seedOutput({ call, path }) {
	return outputName([
		"call",
		call,
		...path
	]);
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
		...comparisons(result, root, recording).take(maxConditions)
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
		if (mark?.kind === "seed") return write(`$steps.${seedStepName}.outputs.${seedOutput(mark)}`, found === text);
		if (mark?.kind !== "result") return write("$sourceDescriptions.onedoor.url", found === text);
		return write(`$steps.${steps[mark.step]?.name}.outputs.${outputName(mark.path)}`, found === text);
	});
}
function* comparisons(value, at, recording) {
	if (typeof value === "number" || typeof value === "boolean") yield `${at} == ${value}`;
	else if (typeof value === "string") {
		const mark = recording.marks[Number(new RegExp(`^${recording.token}(\\d+)${recording.token}$`).exec(value)?.[1])];
		if (mark?.kind === "result" || mark?.kind === "seed") yield `${at} == ${spoken(value, recording)}`;
		else if (comparable.test(value) && !value.includes(recording.token)) yield `${at} == "${value}"`;
	} else if (typeof value === "object" && value !== null) for (const [name, entry] of Object.entries(value)) yield* comparisons(entry, `${at}${slashed(name)}`, recording);
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
/** The main name of a field or argument that is an alias of another; undefined for any other. */
function aliasOf({ "x-alias-of": main }) {
	return main;
}
/** The dates of an operation, argument or field that is deprecated; undefined for any other. */
function deprecationOf(described) {
	const { "x-deprecated": since, "x-sunset": end, "x-instead": instead } = described;
	if (end === void 0) return void 0;
	return {
		since: String(since),
		end: String(end),
		...instead !== void 0 && { instead: String(instead) }
	};
}
var verbs = [
	"get",
	"put",
	"post",
	"delete",
	"patch",
	"head",
	"options"
];
once(async () => JSON.parse(await (0, import___vite_browser_external.readFile)((0, import___vite_browser_external.join)(import.meta.dirname, "../../../generated/openapi.json"), "utf8")));
/** Every operation of a document, in the order of its paths. */
function operationsOf(document) {
	return Object.entries(document.paths).flatMap(([path, item]) => verbs.flatMap((verb) => {
		const operation = item[verb];
		return operation ? [{
			path,
			verb,
			operation
		}] : [];
	}));
}
/** The target of a local `$ref`, or the value itself if it is not one. @throws Error if the target does not exist */
function resolve(document, value) {
	let current = value;
	while (current.$ref) {
		const reference = current.$ref;
		const target = reference.split("/").slice(1).reduce((at, key) => at?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], document);
		if (!target) throw new Error(`The document refers to ${reference}, which does not exist`);
		current = target;
	}
	return current;
}
// tools/codegen/targets/client/text.ts
/** Two spaces before every line that is not empty. */
function indent(text, depth = 1) {
	return text.replace(/^(?=.)/gm, "  ".repeat(depth));
}
/** The tag of something deprecated, with what to use instead if the document says so; empty for anything else. */
function deprecatedTag(described) {
	const { deprecated, "x-instead": instead, "x-sunset": end } = described;
	if (deprecated !== true) return "";
	return ["@deprecated", ...[instead && `Use \`${instead}\` instead.`, end && `It may be missing from ${end} on.`].filter(Boolean)].join(" ");
}
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
// tools/codegen/targets/client/schema-types.ts
/**
* A schema without references and inheritance: its references and bases are copied into one. Keywords
* beside a reference, such as a description, win.
*/
function shapeOf(document, schema) {
	if (schema.$ref) {
		const { $ref, ...beside } = schema;
		return {
			...shapeOf(document, resolve(document, { $ref })),
			...beside
		};
	}
	const { allOf, ...own } = schema;
	const bases = (allOf ?? []).map((base) => shapeOf(document, base));
	const shape = Object.assign({}, ...bases, own);
	const properties = Object.assign({}, ...bases.map((base) => base.properties), own.properties);
	const required = [.../* @__PURE__ */ new Set([...bases.flatMap((base) => base.required ?? []), ...own.required ?? []])];
	if (Object.keys(properties).length > 0) shape.properties = properties;
	if (required.length > 0) shape.required = required;
	return shape;
}
// tools/codegen/targets/go/names.ts
/** Words that Go writes in capitals. */
var initialisms = new Set("api csv html http id ip json mcp png sms svg uri url utf".split(" "));
/** A name as an exported name: `next_offset` as `NextOffset`, `shortURL` as `ShortURL`. */
function goName(name) {
	return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => initialisms.has(word.toLowerCase()) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
/** A comment ending in a line break. Empty paragraphs are left out; without any, so is the comment. */
function goComment(...paragraphs) {
	const text = paragraphs.filter(Boolean).join("\n\n");
	return text === "" ? "" : `${text.replace(/^.*$/gm, (line) => `// ${line}`.trimEnd())}\n`;
}
/** A text as a literal. Go has no half of a surrogate pair, and a byte order mark only at the start of a file. */
function goText(text) {
	return JSON.stringify(text.toWellFormed()).replaceAll("﻿", "\\ufeff");
}
/** A tab before every line that is not empty. */
function tabbed(text) {
	return text.replace(/^(?=.)/gm, "	");
}
/** Rows of cells in columns as gofmt aligns them, each ending in a line break. */
function aligned(rows) {
	const widths = rows.reduce((found, row) => row.slice(0, -1).map((cell, column) => Math.max(found[column] ?? 0, cell.length)), []);
	return rows.map((row) => `${row.map((cell, i) => i < row.length - 1 ? cell.padEnd(widths[i] ?? 0) : cell).join(" ")}\n`).join("");
}
/** What deprecatedTag says, as Go's tools read it. */
function goDeprecation(tag) {
	return tag === "@deprecated" ? "Deprecated: it will be removed." : tag.replace("@deprecated", "Deprecated:");
}
// tools/codegen/targets/go/types.ts
var prefix = "#/components/schemas/";
/** Writes schemas as Go types, and declares those that have a name. */
var GoTypes = class {
	#document;
	#declared = /* @__PURE__ */ new Map();
	/** What each name in the package was taken for. */
	#owners = /* @__PURE__ */ new Map();
	/** `taken` are names that no schema may have. */
	constructor(document, taken) {
		this.#document = document;
		for (const name of taken) this.#owners.set(name, "the client");
	}
	/** The type of a value, such as `[]Note`; `owner` becomes the name of a type that has none in the document. */
	typeOf(schema, owner) {
		if (schema.$ref?.startsWith(prefix)) return this.typeOf(resolve(this.#document, schema), goName(schema.$ref.slice(21)));
		const { allOf } = schema;
		if (allOf?.length === 1 && allOf[0] && !schema.properties) return this.typeOf(allOf[0], owner);
		const shape = shapeOf(this.#document, schema);
		if (shape.anyOf || shape.oneOf) return "any";
		if (shape.enum?.every((value) => typeof value === "string")) return this.#enum(owner, schema);
		if (shape.type === "array") return `[]${this.typeOf(shape.items ?? {}, `${owner}Item`)}`;
		if (shape.properties || shape.type === "object" && !shape.additionalProperties) return this.struct(owner, schema);
		if (shape.type === "object") {
			const { additionalProperties: values } = shape;
			return `map[string]${typeof values === "object" ? this.typeOf(values, `${owner}Value`) : "any"}`;
		}
		if (shape.type === "integer") return shape.format === "int64" ? "int64" : "int";
		return {
			number: "float64",
			string: "string",
			boolean: "bool"
		}[shape.type ?? ""] ?? "any";
	}
	/** Declares an object as a struct of this name, which it returns. Arguments have their limits in the comments. */
	struct(name, schema, isArguments = false) {
		return this.#declare(name, schema, () => {
			const runs = [];
			for (const { goName: field, type, isPointer, schema: property, tag } of this.fieldsOf(name, schema, isArguments)) {
				const facts = shapeOf(this.#document, property);
				const comment = goComment(`${facts.description ?? ""}${isArguments ? boundsOf(facts) : ""}`.trim(), goDeprecation(deprecatedTag(facts)));
				const row = [
					field,
					`${isPointer ? "*" : ""}${type}`,
					`\`${tag}\``
				];
				if (comment || runs.length === 0) runs.push({
					comment,
					rows: [row]
				});
				else runs.at(-1)?.rows.push(row);
			}
			const body = tabbed(runs.map(({ comment, rows }) => comment + aligned(rows)).join(""));
			return `${this.#commentOf(schema)}type ${name} struct${body ? ` {\n${body}` : "{"}}\n`;
		});
	}
	/** The fields of an object in the document's order; two for an argument that takes text or bytes. */
	fieldsOf(owner, schema, isArguments = false) {
		const shape = shapeOf(this.#document, schema);
		const required = new Set(shape.required);
		const taken = /* @__PURE__ */ new Set();
		return Object.entries(shape.properties ?? {}).flatMap(([name, property]) => {
			const exported = fieldNameOf(name);
			const alongside = isArguments && shapeOf(this.#document, property)["x-bytes"];
			const names = alongside ? [exported, `${exported}Bytes`] : [exported];
			for (const each of names) {
				if (taken.has(each)) throw new Error(`The Go type ${owner} would have two ${each}; rename one in the spec`);
				taken.add(each);
			}
			const type = this.typeOf(property, owner + exported);
			const tag = `json:"${name}${name === "-" && required.has(name) ? "," : ""}${required.has(name) ? "" : ",omitempty"}"`;
			const field = {
				name,
				goName: exported,
				type,
				isPointer: !required.has(name) && !/^(\[|map|any)/.test(type),
				schema: property,
				tag
			};
			if (!alongside) return [field];
			const others = Object.entries(alongside).map(([other, value]) => `,${other}=${value}`);
			const bytes = {
				...field,
				type: "[]byte",
				isPointer: false
			};
			if (others.length === 0) return [bytes];
			const schemaOfBytes = { description: `Bytes to send as \`${name}\`, in place of a text.` };
			const tagOfBytes = `json:"-" bytes:"${name}${others.join("")}"`;
			return [field, {
				...bytes,
				goName: `${field.goName}Bytes`,
				schema: schemaOfBytes,
				tag: tagOfBytes
			}];
		});
	}
	#enum(name, schema) {
		return this.#declare(name, schema, () => {
			const rows = shapeOf(this.#document, schema).enum.map((value) => [
				this.#take(constantOf(name, value), value),
				name,
				`= ${JSON.stringify(value)}`
			]);
			return `${this.#commentOf(schema)}type ${name} string\n\nconst (\n${tabbed(aligned(rows))})\n`;
		});
	}
	#commentOf(schema) {
		const { description, ...facts } = shapeOf(this.#document, schema);
		return goComment(description, goDeprecation(deprecatedTag(facts)));
	}
	#declare(name, schema, write) {
		if (this.#owners.get(name) === schema) return name;
		this.#take(name, schema);
		this.#declared.set(name, "");
		this.#declared.set(name, write());
		return name;
	}
	#take(name, owner) {
		if (this.#owners.has(name)) throw new Error(`The Go client would have two ${name}; rename one in the spec`);
		this.#owners.set(name, owner);
		return name;
	}
	/** A free name for a variable of the package: this one, or with a word after it. */
	variable(name) {
		return this.#take(this.#owners.has(name) ? `${name}Operation` : name, "an operation");
	}
	/** The declarations of all types, in the order of their first reference. */
	declarations() {
		return [...this.#declared.values()].join("\n");
	}
};
/** The name of the type of a method's arguments; undefined if it takes none. */
function argsTypeOf({ argsName, family, name }) {
	return argsName && `${goName(family)}${goName(name)}Args`;
}
/** The type of the result of a method, without the package. */
function resultTypeOf({ family, name, result }, types) {
	return types.typeOf(result, `${goName(family)}${goName(name)}Result`);
}
/** The name of a field in Go: it begins with a capital, which others than letters do not have. */
function fieldNameOf(name) {
	const written = goName(name);
	return /^[A-Z]/.test(written) ? written : `X${written}`;
}
/** The name of an enum's constant. */
function constantOf(type, value) {
	return type + (goName(value) || "None");
}
var boundKeywords = [
	"default",
	"minimum",
	"maximum",
	"maxLength",
	"minItems",
	"maxItems"
];
/** An argument's limits in brackets, as in ` (maxLength 200)`. */
function boundsOf(shape) {
	const bounds = boundKeywords.filter((keyword) => shape[keyword] !== void 0).map((keyword) => `${keyword} ${JSON.stringify(shape[keyword])}`);
	return bounds.length > 0 ? ` (${bounds.join(", ")})` : "";
}
// tools/codegen/bounds.ts
/** The schema with everything that its `$ref` and `allOf` add; its own keywords take precedence. */
function flat(document, schema) {
	const own = resolve(document, schema);
	const parts = (own.allOf ?? []).map((part) => flat(document, part));
	return Object.assign({}, ...parts, own, { properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties) });
}
function alternativesOf({ anyOf, oneOf }) {
	return anyOf ?? oneOf;
}
/** A character beyond the BMP where all but ASCII is escaped: two `\uXXXX`. */
var bytesPerCharacter = 12;
var bytesPerNumber = 32;
/** The line break and spaces around a member or entry, where the body is laid out for people. */
var layoutBytes = 32;
/**
* The size in bytes of the largest JSON that a schema allows, however its characters are escaped, with room for an
* ordinary layout; infinite where something in it is not bounded.
*/
function largestJsonBytes(document, schema) {
	const own = flat(document, schema);
	const alternatives = alternativesOf(own);
	if (alternatives) return Math.max(...alternatives.map((each) => largestJsonBytes(document, each)));
	if (own.enum) return Math.max(...own.enum.map((value) => Buffer.byteLength(JSON.stringify(value))));
	switch (own.type) {
		case "string": return 2 + bytesPerCharacter * Number(own.maxLength ?? Number.POSITIVE_INFINITY);
		case "boolean": return 5;
		case "number":
		case "integer": return bytesPerNumber;
		case "array": {
			const entry = own.items ? largestJsonBytes(document, own.items) : Number.POSITIVE_INFINITY;
			return layoutBytes + Number(own.maxItems ?? Number.POSITIVE_INFINITY) * (layoutBytes + entry);
		}
		case "object": return own.additionalProperties === false ? largestObjectBytes(document, own) : Number.POSITIVE_INFINITY;
		default: return Number.POSITIVE_INFINITY;
	}
}
function largestObjectBytes(document, { properties = {} }) {
	return Object.entries(properties).map(([name, property]) => layoutBytes + JSON.stringify(name).length + largestJsonBytes(document, property)).reduce((sum, bytes) => sum + bytes, layoutBytes);
}
// tools/codegen/effects.ts
/** What an operation does, what its arguments are, what takes it back, and whether its public writes are counted. */
function effectFacts(operation) {
	const effects = operation["x-effect"] ?? [];
	const effectWhen = operation["x-effect-when"];
	const argumentKinds = operation["x-argument-kinds"] ?? {};
	const undo = operation["x-undo"];
	const isPaid = operation["x-micro-credits"] !== void 0 || operation["x-price-unit"] !== void 0;
	const isCounted = effects.includes("publishes") && !isPaid && !effects.includes("sends to a person");
	const when = effectWhen?.publishes;
	const publishesIf = when?.find(({ is }) => is === true) ?? when?.find(({ exists }) => !exists);
	return {
		effects,
		effectWhen,
		argumentKinds,
		undo,
		publicWrite: !isCounted ? void 0 : when ? publishesIf?.argument : true
	};
}
// tools/codegen/foreign-text.ts
/**
* Where the result of an operation has text by others, from `x-foreign-text`, `x-own-text` and `x-own-record`.
*
* A text counts as one by others unless the spec says otherwise; numbers, booleans, enums and times are no texts.
*
* @returns true if every result has some; undefined if none has
*/
function foreignTextOf(document, operation) {
	if (operation["x-foreign-text"] !== true) return void 0;
	const content = operation.responses["200"]?.content ?? {};
	const root = content["application/json"]?.schema;
	if (!root || Object.keys(content).length > 1) return true;
	const whole = schemaOf(document, root);
	const { properties = {}, required = [] } = schemaOf(document, whole.properties?.result ?? whole);
	const own = ownField(document, properties);
	if (own !== void 0) return { own };
	const fields = {};
	for (const [name, reference] of Object.entries(properties)) {
		const schema = schemaOf(document, reference);
		if (!mayHaveText(document, reference)) continue;
		if (required.includes(name) && schema.type !== "array") return true;
		fields[name] = ownField(document, schemaOf(document, schema.items ?? schema).properties ?? {}) ?? true;
	}
	return Object.keys(fields).length > 0 ? { fields } : true;
}
/** What a reference refers to, also one with a separate description. */
function schemaOf(document, reference) {
	const schema = resolve(document, reference);
	const [only, ...more] = schema.allOf ?? [];
	return only && more.length === 0 && !schema.properties ? schemaOf(document, only) : schema;
}
function ownField(document, properties) {
	return Object.entries(properties).find(([, property]) => resolve(document, property)["x-own-record"] === true)?.[0];
}
var isOwnText = (...schemas) => schemas.some((schema) => schema["x-own-text"] === true);
var safeFormats = /* @__PURE__ */ new Set(["date", "date-time"]);
var safeTypes = /* @__PURE__ */ new Set([
	"boolean",
	"integer",
	"number"
]);
/** Whether a value of the schema can have text. What is not understood can. */
function mayHaveText(document, reference, seen = []) {
	const schema = resolve(document, reference);
	if (isOwnText(reference, schema) || seen.includes(schema)) return false;
	const isText = (each) => mayHaveText(document, each, [...seen, schema]);
	if (schema.enum || safeTypes.has(schema.type)) return false;
	if (schema.type === "string") return !safeFormats.has(schema.format);
	if (schema.type === "array") return !schema.items || isText(schema.items);
	const { additionalProperties: others } = schema;
	const parts = [...[
		...schema.allOf ?? [],
		...schema.anyOf ?? [],
		...schema.oneOf ?? []
	], ...Object.values(schema.properties ?? {})];
	return parts.length === 0 || others === true || [...parts, ...others ? [others] : []].some(isText);
}
// tools/codegen/operations.ts
var bytesPerKib = 1024;
/** However little a method takes: a misspelt argument deserves its own answer. */
var leastBodyCapBytes = 16 * bytesPerKib;
/** Where the schema allows more than anybody sends: a method that needs more than the default states it. */
var defaultBodyCapBytes = 1024 * bytesPerKib;
var maxDerivedCapBytes = 2 * defaultBodyCapBytes;
/** Rows for every operation that handlers serve; doors (pages, redirects, health) are described but not called. */
function operationFacts(document) {
	return operationsOf(document).filter(({ operation }) => !operation["x-door"]).map(({ path, verb, operation }) => {
		const [family = "", method = ""] = operation.operationId.split(".");
		const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter));
		return {
			id: operation.operationId,
			family,
			method,
			verb: verb.toUpperCase(),
			path,
			summary: operation.summary ?? "",
			needs: operation["x-needs"],
			kind: operation["x-kind"],
			retry: operation["x-retry"],
			microCredits: operation["x-micro-credits"] ?? 0,
			priceUnit: operation["x-price-unit"],
			withheld: operation["x-agent-withheld"] === true,
			bodyCapBytes: bodyCapBytes(document, operation),
			provider: operation["x-provider"],
			capability: operation["x-capability"],
			formOf: operation["x-form-of"],
			topUp: operation["x-top-up"],
			foreignText: foreignTextOf(document, operation),
			...effectFacts(operation),
			timeLimitS: operation["x-time-limit-s"],
			sameForEveryone: operation["x-same-for-everyone"],
			reportsProgress: operation.responses["200"]?.content?.["text/event-stream"] ? true : void 0,
			envelope: hasResult(document, operation.responses["200"]?.content?.["application/json"]?.schema) ? "result" : "bare",
			errorForm: isLegacy(operation.responses.default?.content?.["application/json"]?.schema) ? "legacy" : "tools",
			hasBody: operation.requestBody !== void 0,
			listArguments: parameters.filter(({ schema }) => resolve(document, schema).type === "array").map(({ name }) => name),
			aliases: aliasesOf(document, operation),
			deprecation: deprecationOf(operation)
		};
	});
}
/** The main name of each argument that is an alias; undefined if none is. */
function aliasesOf(document, operation) {
	const body = operation.requestBody?.content["application/json"]?.schema;
	const aliases = [...(operation.parameters ?? []).map((reference) => {
		const { name, ...parameter } = resolve(document, reference);
		return [name, aliasOf(parameter)];
	}), ...Object.entries(body ? resolve(document, body).properties ?? {} : {}).map(([name, property]) => [name, aliasOf(property)])].filter((entry) => entry[1] !== void 0);
	return aliases.length > 0 ? Object.fromEntries(aliases) : void 0;
}
/** The stated limit of a method, or the size of the largest body that its schema allows. */
function bodyCapBytes(document, operation) {
	const stated = operation["x-body-cap"];
	if (stated !== void 0) return stated;
	const schema = operation.requestBody?.content["application/json"]?.schema;
	const needed = schema ? Math.ceil(largestJsonBytes(document, schema) / bytesPerKib) * bytesPerKib : 0;
	return needed > maxDerivedCapBytes ? defaultBodyCapBytes : Math.max(needed, leastBodyCapBytes);
}
function hasResult(document, schema) {
	return schema !== void 0 && "result" in (resolve(document, schema).properties ?? {});
}
function isLegacy(schema) {
	return schema?.$ref?.endsWith("/LegacyProblem") ?? false;
}
// tools/codegen/targets/client/methods.ts
/**
* The methods of the client, in the document's order. If an operation also has a form as a POST with a JSON body, the
* method calls that form: its arguments are too long or too private for a URL.
*/
function clientMethods(document, facts) {
	const placed = new Map(operationsOf(document).map((place) => [place.operation.operationId, place.operation]));
	const forms = new Map(facts.flatMap((form) => form.formOf ? [[form.formOf, form]] : []));
	return facts.filter(({ formOf }) => !formOf).map((named) => {
		const called = forms.get(named.id) ?? named;
		const operation = placed.get(called.id);
		if (!operation) throw new Error(`The document has no operation ${called.id}`);
		const { schema: args, example } = argumentsOf(document, operation);
		const isEmpty = operation.responses["204"] !== void 0;
		const answer = operation.responses["200"]?.content?.["application/json"] ?? (isEmpty ? { schema: {} } : void 0);
		if (!answer) throw new Error(`${called.id} has no JSON response under 200`);
		const isBare = called.envelope === "bare";
		const result = isBare ? answer.schema : shapeOf(document, answer.schema).properties?.result;
		if (!result) throw new Error(`The response of ${called.id} has no result`);
		return {
			id: named.id,
			family: named.family,
			name: named.method,
			summary: named.summary,
			description: placed.get(named.id)?.description ?? "",
			/** The tag of its comment if it is deprecated, otherwise empty. */
			deprecated: deprecatedTag(placed.get(named.id) ?? {}),
			/** Its dates; undefined if it is not deprecated. */
			deprecation: named.deprecation,
			needs: named.needs,
			microCredits: named.microCredits,
			priceUnit: named.priceUnit,
			/** Every caller pays for the credits that it buys. */
			isTopUp: operation["x-top-up"] === true,
			verb: called.verb,
			path: called.path,
			retry: called.retry,
			/** The server may not know idempotency keys. */
			isUnkeyed: called.verb === "POST" && operation["x-unkeyed"] === true,
			isBare,
			/** Its response has no body. */
			isEmpty,
			/** Name of the type of its arguments; undefined if it takes none. */
			argsName: takesArguments(document, args) ? `${capital(named.family)}${capital(named.method)}Args` : void 0,
			args,
			result,
			paging: pagingOf(document, args, result),
			bytes: bytesOf(document, args),
			reportsProgress: called.reportsProgress === true,
			/** The document's own example. */
			example: {
				args: example,
				body: "example" in answer ? answer.example : void 0
			}
		};
	});
}
/**
* The arguments of an operation as one object schema, whether they are sent in the query, path or body. Headers are not
* arguments.
*/
function argumentsOf(document, operation) {
	const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter)).filter(({ in: place }) => place === "query" || place === "path");
	const properties = {};
	const example = {};
	for (const { name, description, schema, example: value, "x-alias-of": alias } of parameters) {
		properties[name] = {
			...schema,
			...description === void 0 ? {} : { description },
			...alias === void 0 ? {} : { "x-alias-of": alias }
		};
		if (value !== void 0) example[name] = value;
	}
	const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
	const body = operation.requestBody?.content["application/json"];
	if (!body) return {
		schema: {
			type: "object",
			properties,
			required
		},
		example
	};
	Object.assign(example, body.example);
	if (parameters.length === 0) return {
		schema: body.schema,
		example
	};
	const inBody = shapeOf(document, body.schema);
	return {
		schema: {
			type: "object",
			properties: {
				...properties,
				...inBody.properties
			},
			required: [...required, ...inBody.required ?? []]
		},
		example
	};
}
function takesArguments(document, args) {
	const shape = shapeOf(document, args);
	return Object.keys(shape.properties ?? {}).length > 0 || Boolean(shape.anyOf ?? shape.oneOf);
}
/**
* How a list is paged: its result has `items` and `next_offset`, `next_cursor` or `next_page`, which goes into the
* argument of that name, or into the one argument that names a page. The older services spell it `nextOffset` and name
* the list freely: it is the only list in the result. The field `list` of the result holds the entries.
*/
function pagingOf(document, args, result) {
	const answer = shapeOf(document, result).properties ?? {};
	const next = Object.keys(answer).find((name) => /^next(_|[A-Z])/.test(name));
	const lists = Object.keys(answer).filter((name) => shapeOf(document, answer[name] ?? {}).type === "array");
	const list = lists.includes("items") ? "items" : lists.length === 1 ? lists[0] : void 0;
	if (!next || !list) return void 0;
	const taken = shapeOf(document, args).properties ?? {};
	const named = next.replace(/^next_?/, "");
	const argument = [
		named.charAt(0).toLowerCase() + named.slice(1),
		"cursor",
		"page"
	].find((name) => name in taken);
	return argument ? {
		argument,
		next,
		list
	} : void 0;
}
/** The arguments that take bytes (`x-bytes`), each with the arguments to send with its base64. */
function bytesOf(document, args) {
	const arguments_ = Object.entries(shapeOf(document, args).properties ?? {});
	return Object.fromEntries(arguments_.flatMap(([name, schema]) => {
		const alongside = shapeOf(document, schema)["x-bytes"];
		return alongside ? [[name, alongside]] : [];
	}));
}
/** `notes` as `Notes`. */
function capital(name) {
	return name.charAt(0).toUpperCase() + name.slice(1);
}
// tools/codegen/targets/samples/go.ts
var maxLineLength$1 = 100;
var maxInt = 2 ** 31 - 1;
var known = /* @__PURE__ */ new WeakMap();
/** What calls are written from. Reads no files. */
function goMethods(document) {
	const present = known.get(document);
	if (present) return present;
	const made = {
		methods: new Map(clientMethods(document, operationFacts(document)).map((method) => [method.id, method])),
		types: new GoTypes(document, [])
	};
	known.set(document, made);
	return made;
}
/** A call with these arguments as Go source, and the statements before it, which are empty for most calls. */
function goCall(document, id, args, { ctx = "context.Background()", bytes } = {}) {
	const { methods, types } = goMethods(document);
	const method = methods.get(id);
	if (!method) throw new Error(`The Go client has no method ${id}`);
	const name = `client.${goName(method.family)}.${goName(method.name)}`;
	const type = argsTypeOf(method);
	if (!type) return {
		call: `${name}(${ctx})`,
		before: ""
	};
	const literals = new Literals(document, types, bytes);
	const pairs = literals.pairs(types.fieldsOf(type, resolve(document, method.args), true), args);
	const line = `${name}(${ctx}, onedoor.${type}{${pairs.map((pair) => pair.join(" ")).join(", ")}})`;
	const lines = aligned(pairs.map(([field, value]) => [field, `${value},`]));
	return {
		call: line.length > maxLineLength$1 && pairs.length > 1 ? `${name}(${ctx}, onedoor.${type}{\n${tabbed(lines)}})` : line,
		before: literals.before.join("")
	};
}
/** Writes JSON values as Go source. */
var Literals = class {
	/** Statements for what is no expression. */
	before = [];
	#document;
	#types;
	#bytesOf;
	constructor(document, types, bytesOf) {
		this.#document = document;
		this.#types = types;
		this.#bytesOf = bytesOf;
	}
	/** The fields of a struct that are given, each with its value. Throws for a value that no field takes. */
	pairs(fields, values) {
		const unknown = Object.keys(values).filter((name) => !fields.some((field) => field.name === name));
		if (unknown.length > 0) throw new Error(`The document has no ${unknown.join(", ")} here`);
		return fields.flatMap(({ name, goName: field, type, isPointer, schema, tag }) => {
			if (!(name in values) || tag.includes(" bytes:")) return [];
			const value = this.#valueOf(values[name], type, schema);
			return [[`${field}:`, isPointer ? pointerTo(value, type) : value]];
		});
	}
	#valueOf(value, type, schema) {
		if (type === "[]byte") return this.#bytesOf?.(String(value)) ?? this.#bytes(String(value));
		if (type === "any") return anyValue(value);
		const shape = shapeOf(this.#document, schema);
		if (Array.isArray(value)) {
			const entries = value.map((entry) => this.#valueOf(entry, type.slice(2), shape.items ?? {}));
			return `${qualified(type)}{${entries.join(", ")}}`;
		}
		if (typeof value === "object" && value !== null) {
			const { additionalProperties: values } = shape;
			const given = value;
			if (!type.startsWith("map")) {
				const pairs = this.pairs(this.#types.fieldsOf(type, schema), given);
				return `${qualified(type)}{${pairs.map((pair) => pair.join(" ")).join(", ")}}`;
			}
			const inner = typeof values === "object" ? values : {};
			const entries = Object.entries(given).map(([key, entry]) => `${goText(key)}: ${this.#valueOf(entry, type.slice(11), inner)}`);
			return `${qualified(type)}{${entries.join(", ")}}`;
		}
		if (shape.enum?.includes(value) && typeof value === "string") return `onedoor.${constantOf(type, value)}`;
		if (type === "float64" && Number.isInteger(value)) return `${value}.0`;
		return typeof value === "string" ? goText(value) : JSON.stringify(value);
	}
	#bytes(base64) {
		const name = this.before.length === 0 ? "data" : `data${this.before.length + 1}`;
		const decoded = `${name}, err := base64.StdEncoding.DecodeString(${JSON.stringify(base64)})`;
		this.before.push(`${decoded}\nif err != nil {\n\tlog.Fatal(err)\n}\n`);
		return name;
	}
};
function pointerTo(value, type) {
	if (value.endsWith("}")) return `&${value}`;
	return `onedoor.Ptr(${type === "int64" ? `int64(${value})` : value})`;
}
/** A type with the package of those that have a name. */
function qualified(type) {
	return type.replace(/(?<=^|\])[A-Z]/, "onedoor.$&");
}
/** A JSON value as Go source of type `any`, on one line. */
function anyValue(value) {
	if (Array.isArray(value)) return `[]any{${value.map(anyValue).join(", ")}}`;
	if (value === null) return "nil";
	if (typeof value === "string") return goText(value);
	if (typeof value === "number" && Math.abs(value) > maxInt) return value.toExponential();
	if (typeof value !== "object") return JSON.stringify(value);
	return `map[string]any{${Object.entries(value).map(([key, entry]) => `${goText(key)}: ${anyValue(entry)}`).join(", ")}}`;
}
/**
* A value as source: what fits is on one line, and anything longer has an entry a line.
*
* @param room how many characters the first line may have
* @param depth of the entries: how far they are indented
*/
function laidOut$2(value, notation, room = 80, depth = 1) {
	if (typeof value !== "object" || value === null) return notation.line(value);
	const line = isLonger(value, room) ? void 0 : notation.line(value);
	if (line !== void 0 && line.length <= room) return line;
	const isList = Array.isArray(value);
	const entries = Object.entries(value).map(([name, entry]) => {
		const key = isList ? "" : notation.key(name);
		return key + laidOut$2(entry, notation, 80 - depth * indentation.length - key.length - 1, depth + 1);
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
// tools/codegen/targets/recordings/go.ts
var maxWidth = 100;
var tabWidth = 4;
/**
* A test of Go's standard library that plays a recording in a new world with the generated client, in pieces of one call
* each. Formatted as by gofmt.
*/
function* goTest(recording, document) {
	const { time, isFrozen, start, refersToSeed, steps, leftOut } = recording;
	const { methods } = goMethods(document);
	const usesClient = steps.some(({ operation, code, movedTo }) => code !== void 0 || movedTo !== void 0 || methods.get(operation.id)?.argsName);
	const fails = steps.some(({ code }) => code !== void 0);
	const standard = [
		...steps.length > 0 ? ["context"] : [],
		...fails ? ["errors"] : [],
		"testing"
	];
	const own = [...usesClient ? ["onedoor \"onedoor.dev/client\""] : [], "\"onedoor.dev/client/sandbox\""];
	const seed = start && ("seed" in start ? `, Seed: ${goText(start.seed)}` : `, Document: ${anyValue(start.document)}`);
	const world = `sandbox.New(t, sandbox.Options{Clock: ${goText(time)}, Frozen: ${isFrozen}${seed ?? ""}})`;
	const seeded = refersToSeed ? "	seeded := world.Seeds.Results().Results\n" : "";
	yield `${leftOut.map((line) => `// ${line}\n`).join("")}${leftOut.length > 0 ? "\n" : ""}package recorded

import (
${standard.map((name) => `\t"${name}"\n`).join("")}
${own.map((name) => `\t${name}\n`).join("")})

func TestTheRecordedCallsHaveTheRecordedResults(t *testing.T) {
\t${steps.length > 0 ? `world := ${world}\n\tctx := context.Background()` : world}
${seeded}${fails ? "	var failure *onedoor.Error\n" : ""}`;
	const expression = (mark) => expressionOf$2(mark, recording, document);
	for (const step of steps) yield withMarks(tabbed(linesOf$2(step, document)), recording, "\"", expression);
	yield "}\n";
}
function linesOf$2(step, document) {
	const { name, operation, caller, args, code, result, movedTo } = step;
	const { call } = goCall(document, operation.id, args, {
		ctx: "ctx",
		bytes: bytesLiteral
	});
	const made = call.replace(/^client/, () => `world.Client(${goText(caller ?? "")})`);
	const clock = movedTo === void 0 ? "" : `world.Clock.Move(sandbox.ClockMoveArgs{Time: onedoor.Ptr(${goText(movedTo)})})\n`;
	const failing = "err != nil {\n	t.Fatal(err)\n}\n";
	if (code !== void 0) return `${clock}if _, err := ${made}; ${`!errors.As(err, &failure) || failure.Code != ${goText(code)}`} {\n\t${`t.Fatalf(${goText(`${name}: %v`)}, err)`}\n}\n`;
	if (result === void 0) return `${clock}if _, err := ${made}; ${failing}`;
	const variable = variableOf(step);
	const equal = `sandbox.Equal(t, ${variable}, `;
	return `${clock}${variable}, err := ${made}\nif ${failing}${`${equal}${laidOut$1(result, maxWidth - equal.length)})\n`}`;
}
/** `notes_add_1` as `notesAdd1`. */
function variableOf({ name }) {
	return name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
}
/** A JSON value of type `any`: what fits is on one line, and anything longer has an entry a line, which gofmt aligns in runs. */
function laidOut$1(value, room, depth = 2) {
	if (typeof value !== "object" || value === null) return anyValue(value);
	const line = isLonger(value, room) ? void 0 : anyValue(value);
	if (line !== void 0 && line.length <= room) return line;
	const isList = Array.isArray(value);
	const runs = [];
	let isInRun = false;
	for (const [name, entry] of Object.entries(value)) {
		const key = isList ? [] : [`${goText(name)}:`];
		const text = laidOut$1(entry, maxWidth - depth * tabWidth - key.join("").length, depth + 1);
		const isLong = text.includes("\n");
		const row = [...key, `${text},`];
		if (isLong || !isInRun) runs.push([row]);
		else runs.at(-1)?.push(row);
		isInRun = !isLong;
	}
	return `${isList ? "[]any" : "map[string]any"}{\n${tabbed(runs.map(aligned).join(""))}}`;
}
/** Bytes as a literal of one line. */
function bytesLiteral(base64) {
	return `[]byte("${[...Buffer.from(base64, "base64")].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")}")`;
}
function expressionOf$2(mark, { steps }, document) {
	if (mark.kind === "address") return "world.BaseURL";
	if (mark.kind === "any") return "sandbox.Any";
	if (mark.kind === "seed") return `seeded[${mark.call}]${mark.path.map(ofAny).join("")}.(string)`;
	return partOf(steps[mark.step], mark.path, document);
}
/** The expression for a text in the result of a step. @throws Error for a member that the document does not have */
function partOf(step, path, document) {
	const { methods, types } = goMethods(document);
	const method = methods.get(step.operation.id);
	if (!method) throw new Error(`The Go client has no method ${step.operation.id}`);
	let expression = variableOf(step);
	let type = resultTypeOf(method, types);
	let schema = method.result;
	let isPointer = false;
	for (const name of path) {
		const shape = shapeOf(document, schema);
		isPointer = false;
		if (type === "any") expression += ofAny(name);
		else if (typeof name === "number") {
			expression += `[${name}]`;
			type = type.slice(2);
			schema = shape.items ?? {};
		} else if (type.startsWith("map[string]")) {
			expression += `[${goText(name)}]`;
			type = type.slice(11);
			schema = typeof shape.additionalProperties === "object" ? shape.additionalProperties : {};
		} else {
			const field = types.fieldsOf(type, schema).find((each) => each.name === name);
			if (!field) throw new Error(`The document has no ${path.join(".")} in the result of ${step.operation.id}`);
			expression += `.${field.goName}`;
			type = field.type;
			schema = field.schema;
			isPointer = field.isPointer;
		}
	}
	const value = isPointer ? `*${expression}` : expression;
	if (type === "string") return value;
	return type === "any" ? `${expression}.(string)` : `string(${value})`;
}
/** What a value of type `any` has under a name or at an index. */
function ofAny(name) {
	return typeof name === "number" ? `.([]any)[${name}]` : `.(map[string]any)[${goText(name)}]`;
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
// tools/codegen/targets/recordings/python.ts
/**
* A test case of Python's standard library, which pytest runs too, that plays a recording in a new world, in pieces of one
* call each.
*/
function* pythonTest(recording) {
	const { time, isFrozen, start, refersToSeed, steps, leftOut } = recording;
	const world = laidOut(Object.entries({
		clock: time,
		frozen: isFrozen,
		...start
	}).map(([name, value]) => [`${name}=`, value]), ["with create_sandbox(", ") as world:"], inTest.length - 4);
	const seeded = refersToSeed ? `${inTest}seeded = world.seeds.results()["results"]\n` : "";
	yield `${leftOut.map((line) => `# ${line}\n`).join("")}from unittest import TestCase
from unittest.mock import ANY

from onedoor import OnedoorError
from onedoor.sandbox import create_sandbox


class RecordedCalls(TestCase):
    maxDiff = None

    def test_the_recorded_calls_have_the_recorded_results(self):
${indented(world, 2)}
${seeded}${steps.length === 0 ? `${inTest}pass\n` : ""}`;
	const expression = (mark) => expressionOf$1(mark, recording);
	for (const step of steps) yield withMarks(linesOf$1(step).replace(/^(?=.)/gm, inTest), recording, "\"", expression);
}
var inTest = " ".repeat(12);
function linesOf$1({ name, operation, caller, args, code, result, movedTo }) {
	const call = laidOut(Object.entries(args).map(([argument, value]) => [`${pythonName(argument)}=`, value]), [`${`world.client(${caller === void 0 ? "" : pythonSource(caller)})`}.${operation.id}(`, ")"], inTest.length + name.length);
	const clock = movedTo === void 0 ? "" : `world.clock.move(time=${pythonSource(movedTo)})\n`;
	if (code !== void 0) return `${clock}with self.assertRaises(OnedoorError) as failure:\n${call.replace(/^(?=.)/gm, "    ")}\n${`self.assertEqual(failure.exception.code, ${pythonSource(code)})`}\n`;
	if (result === void 0) return `${clock}${call}\n`;
	return `${clock}${name} = ${call}\n${laidOut([["", result]], [`self.assertEqual(${name}, `, ")"], inTest.length)}\n`;
}
function expressionOf$1(mark, { steps }) {
	if (mark.kind === "address") return "world.base_url";
	if (mark.kind === "any") return "ANY";
	return `${mark.kind === "seed" ? `seeded[${mark.call}]` : steps[mark.step]?.name}${mark.path.map((name) => `[${pythonSource(name)}]`).join("")}`;
}
// tools/codegen/targets/recordings/typescript.ts
/** A test for Vitest that plays a recording in a new world with the generated client, in pieces of one call each. */
function* typescriptTest(recording) {
	const { time, isFrozen, start, refersToSeed, steps, leftOut } = recording;
	const options = laid({
		clock: time,
		frozen: isFrozen,
		...start
	}, 35);
	yield `${leftOut.map((line) => `// ${line}\n`).join("")}import { createSandbox } from '@onedoor/client/sandbox'
import { expect, test } from 'vitest'

test('the recorded calls have the recorded results', async () => {
${indent(`await using world = await createSandbox(${options})`)}
${refersToSeed ? "  const { results: seeded } = await world.seeds.results()\n" : ""}`;
	const expression = (mark) => expressionOf(mark, recording);
	for (const step of steps) yield withMarks(indent(linesOf(step)), recording, "'", expression);
	yield `}${start ? `, ${timeoutMs}` : ""})\n`;
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
	return laidOut$2(value, notation, 80 - column - 17);
}
/** Of a test whose world plays a seed first. */
var timeoutMs = "60_000";
var notation = {
	line: sourceOf,
	key: (name) => `${keyOf(name)}: `,
	endsWithComma: true
};
function expressionOf(mark, { steps }) {
	if (mark.kind === "address") return "world.baseUrl";
	if (mark.kind === "any") return "expect.any(String)";
	const path = mark.path.map((name) => typeof name === "number" ? `[${name}]` : `[${sourceOf(name)}]`);
	return `(${mark.kind === "seed" ? `seeded[${mark.call}]` : steps[mark.step]?.name} as any)${path.join("")}`;
}
// tools/codegen/targets/recordings/writers.ts
/** The writers of recordings that the sandbox runs, by the names of their forms. */
var writers = {
	arazzo: arazzoWorkflow,
	typescript: typescriptTest,
	python: pythonTest,
	go: goTest
};
export { writers };
