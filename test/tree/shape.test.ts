import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { namesFoundByPlace, type ProjectFile, ROOT, readProjectFiles } from './project-files.ts'

const MOST_LINES = 500
const MOST_FUNCTION_LINES = 60
const source = readProjectFiles('source')
const ours = [...source, ...readProjectFiles('commands', 'tools')]
const all = [...ours, ...readProjectFiles('test', 'scripts')]

/** Files above the ceiling, each with the reason. */
const LONG_FILES: { readonly [path: string]: string } = {
  'test/manifest/compile.test.ts': 'one table of broken tool folders, a case each',
  'test/manifest/corruption.test.ts': 'one corruption test for every field of the format',
}

/** Tools whose name is also an English word, with the files where it is that. */
const ENGLISH_WORDS: { readonly [name: string]: readonly string[] } = {
  speak: ['source/engine/embedded/place-choices.ts'],
}

/** Where source may write a slash command, each with the reason. */
const NAMED_COMMANDS: { readonly [place: string]: string } = {
  'source/cli.ts /optimize_tool_prompts': '`ethervox optimize` is that command from outside the chat',
  'source/cli.ts /warm': '`ethervox warm` is that command from outside the chat',
  'source/dashboard/page/events.ts /dashboard': 'a sentence that tells where another address comes from',
  'source/dashboard/page/lines.ts /doctor': 'what a button does is sent as the line that a person could type',
  'source/dashboard/page/lines.ts /memory': 'what a button does is sent as the line that a person could type',
  'source/dashboard/page/lines.ts /settings':
    'what a button does is sent as the line that a person could type',
  'source/dashboard/page/lines.ts /states': 'what a button does is sent as the line that a person could type',
  'source/dashboard/page/lines.ts /tools': 'what a button does is sent as the line that a person could type',
  'source/evaluation/measure.ts /clear':
    'a measured case begins as a person would begin: with an empty conversation',
  'source/command-line/mcp-serve.ts /call': 'a call of another program goes the way of one that is typed',
  'source/session/call-tool.ts /call': 'the text of a turn that a call without the model shows',
  'source/command-line/tool-command-line.ts /tool':
    '`ethervox tool new` with a model is that command from outside the chat',
  'source/ui/chat/going-back.ts /edit':
    'a message that is edited is shown, queued and sent as the line that a person could type',
}

test('source never names a tool: it finds them by place', () => {
  const named = source.flatMap((file) => {
    const tools = namesFoundByPlace().tools.filter((name) => !ENGLISH_WORDS[name]?.includes(file.path))
    const names = new RegExp(`(?<![\\w-])(?:${tools.join('|')})(?![\\w-])`)
    return file.literals.filter(({ text }) => names.test(text)).map(({ line }) => `${file.path}:${line}`)
  })
  assert.deepEqual(named, [])
})

test('source never dispatches a command by name, but where a reason is written', () => {
  const command = new RegExp(`^/(${namesFoundByPlace().commands.join('|')})(?:\\s|$)`)
  const found = source.flatMap((file) =>
    file.literals.flatMap(({ text }) => {
      const name = command.exec(text)?.[1]
      return name === undefined ? [] : [`${file.path} /${name}`]
    }),
  )
  assert.deepEqual([...new Set(found)].sort(), Object.keys(NAMED_COMMANDS).sort())
})

test('no file is a barrel: what it exports it owns', () => {
  const barrels = ours
    .filter(({ text }) => /^export\s+(?:\*|(?:type\s+)?\{[^}]*\})\s+(?:as\s+\w+\s+)?from\s/m.test(text))
    .map(({ path }) => path)
  const indexes = ours.filter(({ path }) => /\/index\.tsx?$/.test(path)).map(({ path }) => path)
  assert.deepEqual([...barrels, ...indexes], [])
})

test(`no file has more than ${MOST_LINES} lines, but where a reason is written`, () => {
  const long = all.filter(({ lines }) => lines.length > MOST_LINES).map(({ path }) => path)
  assert.deepEqual(
    long.filter((path) => LONG_FILES[path] === undefined),
    [],
  )
})

test(`no function of the program has more than ${MOST_FUNCTION_LINES} lines`, () => {
  const long = ours.flatMap((file) =>
    functionsOf(file)
      .filter(({ lines }) => lines > MOST_FUNCTION_LINES)
      .map(({ line, lines }) => `${file.path}:${line} has ${lines} lines`),
  )
  assert.deepEqual(long, [])
  const count = ours.flatMap(functionsOf).length
  assert.ok(count > 300, `the scan finds functions at all (${count})`)
})

test('no file of source is named for everything: utils, helpers, common, manager, service', () => {
  const vague = /(?:^|[/-])(?:utils?|helpers?|common|managers?|services?)(?:[-./]|$)/
  assert.deepEqual(
    source.map(({ path }) => path).filter((path) => vague.test(path)),
    [],
  )
})

test('only the command line ends the process; the engine’s own process ends when its program is gone', () => {
  const exits = ours.filter(({ code }) => /\bprocess\.(?:exit|abort|reallyExit)\b/.test(code))
  assert.deepEqual(
    exits.map(({ path }) => path),
    ['source/cli.ts', 'source/engine/embedded/child.ts', 'source/engine/embedded/sentence-child.ts'],
  )
})

test('nothing prints beside what a surface shows, but the evaluation, whose report that is', () => {
  const prints = ours.filter(({ code }) => /\bconsole\.(?:log|error|info|debug|dir|table)\s*\(/.test(code))
  assert.deepEqual(
    prints.map(({ path }) => path),
    ['source/evaluation/eval-command.ts'],
  )
})

test('default exports are only what is found by its place: tools and commands', () => {
  const defaults = source.filter(({ code }) => /^export default\b/m.test(code)).map(({ path }) => path)
  assert.deepEqual(defaults, [])
})

test('the lock names the engine for every platform and no place that it came from', () => {
  const lock = readJson('package-lock.json') as {
    packages: Record<string, { resolved?: string; version?: string }>
  }
  const script = readFileSync(join(ROOT, 'scripts/complete-lock.mjs'), 'utf8')
  const added = [...script.matchAll(/^ {2}'((?:linux|mac|win)-[\w-]+)':/gm)].map((match) => match[1])
  const engine = lock.packages['node_modules/node-llama-cpp']
  for (const platform of [...added, 'linux-x64', 'linux-arm64', 'linux-armv7l']) {
    const entry = lock.packages[`node_modules/@node-llama-cpp/${platform}`]
    assert.equal(entry?.version, engine?.version, `@node-llama-cpp/${platform} is in the lock`)
  }
  assert.ok(added.length >= 5, 'the script names the platforms that npm leaves out')
  const resolved = Object.entries(lock.packages).flatMap(([name, { resolved: place }]) =>
    place !== undefined && /^https?:/.test(place) ? [name] : [],
  )
  assert.deepEqual(resolved, [])
})

/** Functions by the shape that the formatter gives them: a line that opens one, and its brace at the same indent. */
function functionsOf(file: ProjectFile): readonly { line: number; lines: number }[] {
  const lines = file.code.split('\n').map((line) => line.trimEnd())
  const found: { line: number; lines: number }[] = []
  for (const [at, line] of lines.entries()) {
    if (!opensFunction(line)) continue
    const indent = /^\s*/.exec(line)?.[0] ?? ''
    const length = lines.slice(at + 1).findIndex((other) => other.startsWith(`${indent}}`))
    if (length >= 0) found.push({ line: at + 1, lines: length + 2 })
  }
  return found
}

function opensFunction(line: string): boolean {
  if (!line.endsWith('{')) return false
  if (/=>\s*\{$|\bfunction\b/.test(line)) return true
  if (/^\s*(?:if|for|while|switch|catch|else|do|try|return|class|interface)\b|^\s*\}/.test(line)) return false
  return /^\s*(?:(?:static|async|get|set|override|\*)\s+)*[#\w]+\(.*\)(?::.+)?\s*\{$|^\s*\)(?::.+)?\s*\{$/.test(
    line,
  )
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
}
