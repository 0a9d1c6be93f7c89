import type { Family } from './draw.ts'

const document = (body: string) => `<!doctype html><html><head><title>x</title></head><body>${body}</body></html>`
const code = (source: string) => document(`<script>${source}</script>`)
/** As often as fits into the largest source. */
const filled = (text: string, share = 1) => text.repeat(Math.floor((250_000 * share) / Buffer.byteLength(text)))

const markup: Record<string, Family<string>> = {
  'nested elements': (draw) =>
    document(filled(draw.one(['<div>', '<b><a>', '<table><tr><td>', '<svg><foreignObject>', '<template>']))),
  'misnested formatting': () => document(filled('<a><b><i><p>x</a></b>', 0.3)),
  'many attributes': (draw) =>
    document(`<p ${Array.from({ length: draw.between(5000, 25_000) }, (_, n) => `a${n}=1`).join(' ')}>`),
  'huge attribute': () => document(`<p title="${filled('x', 0.9)}">`),
  'unclosed parts': (draw) =>
    document(filled(draw.one(['<!--', '<script>', '<style>', '<p a="', '<![CDATA[', '<title>', '<plaintext>']))),
  'script escapes': (draw) => document(`<script>${filled(draw.one(['<!--<script>', '</script', '<!--', '-->']))}`),
  'many scripts': (draw) =>
    document(
      filled(
        draw.one(['<script>1</script>', '<script>mu.service(</script>', '<script type=module>import"x"</script>']),
      ),
    ),
  'many handlers': () => document(filled("<p onclick=\"mu.service('notes','list',{})\">")),
  references: () => document(filled('&amp;&#x41;&CounterClockwiseContourIntegral;')),
  'nested styles': (draw) => document(`<style>${filled(draw.one(['a{', '@media x{', ':is(', '/*', 'url(']))}</style>`),
  'NUL and lone surrogates': (draw) => document(filled(draw.one(['\0', '\ufffe', '\u202e', '\ud800']), 0.5)),
  'data addresses': () => document(filled('<img src="data:image/svg+xml,<svg onload=alert(1)>">')),
  'no document': (draw) => draw.one([filled('x'), filled(' '), '<', filled('<>')]),
}

const scripts: Record<string, Family<string>> = {
  'nested expressions': (draw) =>
    code(
      filled(
        draw.one(['(', '[', '{', '!', 'a?b:', '`${', 'a=>', 'async()=>{', 'new ', 'x=', 'class{a=', '-~']),
        draw.between(2, 10) / 10,
      ),
    ),
  'long expressions': (draw) => code(`x=${filled(draw.one(['1+', 'a.a.', 'a?.b?.', "'a'+", 'a,', 'a&&']))}1`),
  'nested statements': (draw) =>
    code(filled(draw.one(['if(a)', 'for(;;)', 'try{', 'a:', 'while(1){', 'switch(a){case 1:']))),
  'regular expressions': (draw) =>
    code(filled(draw.one(['/(a+)+$/;', '/((((((((((/;', '/[[[[[[/v;', `/(?<a${'x'.repeat(20)}>)/;`]))),
  'one regular expression': (draw) => code(`/${filled(draw.one(['(', '(?=', 'a{1,99}', '[a-', '(?:a|']), 0.9)}/`),
  'many calls': (draw) =>
    code(
      filled(
        draw.one(["mu.service('notes','list');", "fetch('/api/v1/notes/list');", "onedoor.service('x','y',{a:1});"]),
      ),
    ),
  'calls that almost match': (draw) =>
    code(`mu${filled(draw.one([' ', '\n', '/**/', '.service', "('"]), 0.9)}.service(`),
  'deep arguments': (draw) => code(`mu.service('notes','add',${filled(draw.one(['{a:', '[', '({...']), 0.3)}`),
  'huge literals': (draw) => code(`x=${draw.one(["'", '`', '0x', '1e', '9'])}${filled('9', 0.9)}`),
  escapes: (draw) => code(`'${filled(draw.one(['\\', '\\u', '\\x4', '\\u{']), 0.9)}`),
  comments: (draw) => code(filled(draw.one(['/*', '//', '<!--', '/* * /']))),
  'many names': (draw) => code(Array.from({ length: draw.between(10_000, 20_000) }, (_, n) => `let a${n}`).join(';')),
  'same name again': () => code(filled('let a;')),
  'endless loop': () => code('for(;;);mu.service("notes","list")'),
  'changed built-ins': () =>
    code(
      'Object.prototype.then=1;Array.prototype.map=null;String.prototype.toString=()=>{throw 1};' +
        "mu.service('notes','__proto__',{constructor:1})",
    ),
  'unusual letters': (draw) => code(filled(draw.one(['\u2028', '\u{1d49c}=1;', '\\u0061=1;', '\u200d', '\ufeff']))),
  modules: (draw) =>
    document(
      `<script type=${draw.one(['module', 'importmap', 'application/json'])}>` +
        `${filled(draw.one(['import"a";', '{"imports":', 'export*from"x";']))}</script>`,
    ),
}

/** Sources of apps that are hostile to what checks them. */
export const appFamilies: Readonly<Record<string, Family<string>>> = { ...markup, ...scripts }
