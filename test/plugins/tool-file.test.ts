// A tool's file: what it becomes, and where each fault is said to stand.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseToolFile } from '../../source/plugins/tool-file.ts'
import { toolOfFile } from '../../source/plugins/tool-of-file.ts'
import { loadOverlay } from '../../source/prompt/overlay.ts'
import { ENDLESS, ENDLESS_TEXT } from '../helpers/endless-pattern.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const EXAMPLE = readFileSync(join(import.meta.dirname, '../../docs/examples/celsius.md'), 'utf8')
const parse = (text: string, name = 'celsius') => parseToolFile(text, `${name}.md`, name)

/** The faults of the example with one piece of it replaced, as `line:column sentence`. */
function faultsOf(from: string | RegExp, to: string): readonly string[] {
  const text = EXAMPLE.replace(from, to)
  assert.notEqual(text, EXAMPLE)
  const read = parse(text)
  assert.ok(!('compiled' in read), 'it has a fault')
  return read.map(({ line, column, message }) => {
    assert.ok(message.startsWith(`\`celsius.md\` line ${line}, column ${column}: `), message)
    return `${line}:${column} ${message.replace(/^.*?column \d+: /, '')}`
  })
}

test('a file becomes a tool with schema, words, prose and tests', () => {
  const read = parse(EXAMPLE)
  assert.ok('compiled' in read)
  const { compiled, kind, version, tests } = read
  assert.equal(kind, 'js')
  assert.equal(compiled.risk, 'read')
  assert.equal(compiled.oneLiner, 'Fahrenheit to Celsius')
  assert.match(compiled.description, /^Convert a temperature.*\nOnly for temperatures in Fahrenheit\.$/)
  assert.deepEqual(compiled.parameters.properties?.fahrenheit, {
    type: 'number',
    description: 'degrees Fahrenheit',
    minimum: -459.67,
    'x-from': 'message',
    'x-ask': 'How many degrees Fahrenheit?',
  })
  assert.equal(version, '1.0.0')
  assert.equal(compiled.version, '1.0.0')
  assert.equal(tests.length, 2)
})

test('another version is another tool to what was made for it, also with the same words', () => {
  const of = (written: string) => {
    const read = parse(EXAMPLE.replace('version: 1', written))
    assert.ok('compiled' in read, written)
    return read.compiled
  }
  assert.equal(of('version: 1.0.0').contentHash, of('version: "1"').contentHash)
  assert.equal(of('version: "1.10"').version, '1.10.0')
  assert.equal(of('version: 2.0.0-rc.1').version, '2.0.0-rc.1')
  const [one, two, none] = [of('version: 1'), of('version: 2'), of('risk: read')]
  assert.equal(new Set([one, two, none].map(({ contentHash }) => contentHash)).size, 3)
  assert.equal(none.version, undefined)
  const path = join(temporaryFolder('overlay'), 'model.json')
  writeFileSync(
    path,
    JSON.stringify({ tools: { celsius: { contentHash: one.contentHash, oneLiner: 'Made for 1.0.0' } } }),
  )
  const overlay = loadOverlay(path, [one])
  assert.equal(overlay.type === 'valid' && overlay.oneLiners.get('celsius'), 'Made for 1.0.0')
  const stale = loadOverlay(path, [two])
  assert.match(stale.type === 'none' ? stale.reason : '', /are for other versions of the tools/)
})

test('line ends of Windows and a mark of the byte order change nothing', () => {
  const read = parse(`\ufeff${EXAMPLE.replaceAll('\n', '\r\n')}`)
  assert.ok('compiled' in read)
  assert.equal(read.compiled.contentHash, (parse(EXAMPLE) as typeof read).compiled.contentHash)
})

const FAULTS: { readonly [what: string]: readonly [from: string | RegExp, to: string, fault: RegExp] } = {
  'no front matter': [/^---\n/, '', /^1:1 the file must begin with a line `---`/],
  'front matter that is not closed': [/\n---\n/, '\n', /^1:1 the front matter must end/],
  'broken YAML': ['group: own', 'group: [own', /^\d+:\d+ /],
  'an unknown key': [
    'group: own',
    'gruop: own',
    /^5:1 the front matter has `gruop`, which is not known; it knows `name`/,
  ],
  'a missing title': ['title: Fahrenheit to Celsius\n', '', /needs `title`, which is missing/],
  'another name than the file’s': [
    'name: celsius',
    'name: kelvin',
    /^2:7 `name` must be the file's name `celsius`/,
  ],
  'an unknown type': [
    'type: number',
    'type: decimal',
    /^9:11 `parameters\[0\].type` must be one of .* but it is `"decimal"`/,
  ],
  'a parameter twice': [
    'examples:',
    '  - { name: fahrenheit, type: string, description: again }\nexamples:',
    /^14:13 there are two parameters `fahrenheit`/,
  ],
  'a pattern that is none': ['    min: -459.67', "    pattern: '['", /^11:14 `fahrenheit` cannot be used: /],
  'a default that does not fit': [
    '    min: -459.67',
    '    default: warm',
    /^11:14 the default of `fahrenheit` does not fit it: .*`"warm"`/,
  ],
  'a few-shot that does not fit': [
    '{ fahrenheit: 32 }',
    '{ fahrenheit: cold }',
    /^21:30 the few-shot does not fit: .*`"cold"`/,
  ],
  'a test that does not fit': ['{ fahrenheit: 212 }', '{ celsius: 212 }', /^23:16 the test does not fit: /],
  'an unknown kind of block': [
    '```js',
    '```python',
    /^31:4 the block must be one of js, sh, http, prompt, but it is `python`/,
  ],
  'two blocks': [/$/, '\n```js\nreturn 1\n```\n', /^36:1 there must be only one block/],
  'text behind the block': [/$/, '\nmore\n', /^36:1 nothing may stand behind the block/],
  'an argument that there is not': [
    'args.fahrenheit -',
    'args.farenheit -',
    /^32:\d+ `farenheit` is no parameter of this tool; did you mean `fahrenheit`\?/,
  ],
  'a version that is none': [
    'version: 1',
    'version: new',
    /^6:10 `version` must be a version such as `"1\.2\.0"`, not `new`/,
  ],
  'a version that YAML makes a number': [
    'version: 1',
    'version: 1.10',
    /^6:10 `version` must be a version such as `"1\.2\.0"`, in quotes, not the number `1\.1`/,
  ],
  'a blank': ['Only for temperatures', 'FILL IN', /^29:1 `FILL IN` must be filled in/],
  'a trigger that is no expression': [
    'tests:',
    "triggers:\n  - pattern: '('\ntests:",
    /^23:14 `pattern` must be a regular expression/,
  ],
}

for (const [what, [from, to, fault]] of Object.entries(FAULTS)) {
  test(`${what} is said with its line and column`, () => {
    const faults = faultsOf(from, to)
    assert.ok(
      faults.some((one) => fault.test(one)),
      faults.join('\n'),
    )
  })
}

test('patterns without end in a stranger’s file are said and hang nothing', () => {
  const endless = (from: string | RegExp, to: string) => {
    const faults = faultsOf(from, to)
    assert.ok(
      faults.some((one) => /could not be checked within 250 ms/.test(one)),
      faults.join('\n'),
    )
  }
  const text = '  - name: word\n    type: string\n    description: a word\n'
  // `$$` is a `$` in a replacement.
  const pattern = `    pattern: '${ENDLESS.replace('$', '$$$$')}'\n`
  endless('examples:', `${text}${pattern}    default: ${ENDLESS_TEXT}\nexamples:`)
  const shot = `few_shots:\n  - user: a word\n    arguments: { fahrenheit: 1, word: ${ENDLESS_TEXT} }\n`
  endless(/examples:[\s\S]*(?=tests:)/, `${text}${pattern}${shot}`)
  const long = faultsOf('tests:', `triggers:\n  - pattern: '${'a'.repeat(4_001)}'\ntests:`)
  assert.match(long.join(), /has 4001 characters, more than the 4000/)
})

test('a block may not do more than the file says: sh is execute, http is network', () => {
  const sh = EXAMPLE.replace(/```js[\s\S]*```/, '```sh\necho "$ARG_FAHRENHEIT"\n```')
  const read = parse(sh)
  assert.ok('compiled' in read)
  assert.equal(read.compiled.risk, 'execute')
  const low = parse(sh.replace('group: own', 'group: own\nrisk: read'))
  assert.ok(!('compiled' in low))
  assert.match(
    low[0]?.message ?? '',
    /line 6, column 7: `risk` must be `execute` for a block of `sh`, not `read`/,
  )
})

test('a template sends to a host that is written out, and takes no other headers', () => {
  const http = (block: string) => {
    const read = parse(EXAMPLE.replace(/```js[\s\S]*```/, () => `\`\`\`http\n${block}\n\`\`\``))
    return 'compiled' in read ? read.compiled.risk : (read[0]?.message.replace(/^.*?line /, '') ?? '')
  }
  assert.equal(http('GET https://example.org/?f={{fahrenheit}}\nAccept: application/json'), 'network')
  assert.match(http('PUT https://example.org/'), /^32, column 1: the request must be `GET ADDRESS` or `POST/)
  assert.match(http('GET https://{{fahrenheit}}/'), /^32, column 5: the host must be written out/)
  assert.match(http('GET https://me:pw@example.org/'), /no user name and no password/)
  assert.match(http('GET file:///etc/passwd'), /must begin with `https:\/\/`/)
  assert.match(http('GET https://example.org/{{cold}}'), /column 27: `cold` is no parameter/)
  assert.match(http('GET https://example.org/\nAuthorization: x'), /^33, column 1: behind the request/)
})

test('what is asked about is the script and one line for each value, whatever stands in the value', () => {
  const read = parse(
    EXAMPLE.replace(/```js[\s\S]*?```/, '```sh\nrm -- "$ARG_FAHRENHEIT"\n```').replace(
      /^tests:[\s\S]*?(?=^\w|^---)/m,
      '',
    ),
  )
  assert.ok('compiled' in read, JSON.stringify(read))
  const shown = toolOfFile(read, 'none').preview?.(
    { fahrenheit: 'a\necho hello\r\u2028exit' },
    undefined as never,
  )
  assert.equal(shown, 'ARG_FAHRENHEIT="a\\necho hello\\r\\u2028exit"\nrm -- "$ARG_FAHRENHEIT"')
})
