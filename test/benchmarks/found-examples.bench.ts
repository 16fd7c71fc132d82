/**
 * What `ethervox optimize --strategy examples` brings for tools of which nothing but a description is known: 60 of an MCP catalogue beside
 * the program's own, and three requests each for 40 of them (`mcp-requests.jsonl`, written by somebody who saw their descriptions alone).
 * `ETHERVOX_DATA=DIR node test/benchmarks/found-examples.bench.ts MODEL [WRITER]`: ids of models that are there; needs `npm run build`.
 * Prints what the router makes of the requests before and after, and what it makes of the cases for the program's own tools.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadCases } from '../../source/evaluation/cases.ts'
import { uniqueName } from '../../source/manifest/declared-tools.ts'
import { publicData } from '../helpers/public-data.ts'
import { builtProgram } from './built-program.ts'

interface Listed {
  readonly server: string
  readonly name: string
  readonly description: string | null
  readonly inputSchema: object
}

interface Asked {
  readonly text: string
  readonly tool: string | null
}

interface Routed {
  readonly tool: string | null
  readonly candidates: readonly { readonly tool: string }[]
}

const TOOLS = 60
const OWN_SETS = [...'abcdef']
const root = fileURLToPath(new URL('../..', import.meta.url))
const [model, writer] = process.argv.slice(2)
const catalogue = publicData('mcp-catalogue/tools.jsonl')

if (catalogue === undefined)
  console.log('skipped: `ETHERVOX_DATA` names no folder with `mcp-catalogue/tools.jsonl`')
else if (model === undefined) console.log('skipped: no model is named')
else await measure(fileURLToPath(catalogue), model)

async function measure(path: string, model: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'ethervox-bench-'))
  const names = installServer(home, path)
  const foreign = readRequests()
  const own = loadCases(
    OWN_SETS.map((name) => join(root, 'test/cases', `${name}.jsonl`)),
    'accept',
  ).flatMap(({ turns: [turn, ...more] }): Asked[] =>
    turn === undefined || more.length > 0 ? [] : [{ text: turn.input, tool: turn.tool }],
  )
  const sets = { 'their requests': foreign, 'ours, part accept': own }
  const show = async (when: string) => {
    for (const [name, asked] of Object.entries(sets))
      console.log(`${when}, ${name} (${asked.length}): ${figures(asked, await route(home, model, asked))}`)
  }
  // Without the sentence model, and then with it where `ethervox model pull all-minilm` brought it.
  const settings = join(home, 'settings.json')
  writeFileSync(settings, JSON.stringify({ meaning: false }))
  await show('before, by words')
  rmSync(settings)
  await show('before')
  const from = performance.now()
  const args = ['optimize', '--home', home, '--model', model, '--strategy', 'examples', '--tool', ...names]
  console.log(await builtProgram([...args, ...(writer === undefined ? [] : ['--with', writer])], ''))
  console.log(`${Math.round((performance.now() - from) / 1000)} s; the home is ${home}`)
  await show('after')
}

/** The same tools every time, one of each name: those with the smallest hash. Gives the names that they have here. */
function installServer(home: string, path: string): readonly string[] {
  const hash = ({ server, name }: Listed) => createHash('sha256').update(`${server}/${name}`).digest('hex')
  const seen = new Set<string>()
  const tools = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Listed)
    .filter(({ description }) => (description ?? '').length >= 20)
    .sort((a, b) => hash(a).localeCompare(hash(b)))
    .filter(({ name }) => !seen.has(name) && seen.add(name))
    .slice(0, TOOLS)
  const file = join(home, 'catalogue.json')
  writeFileSync(file, JSON.stringify(tools))
  const server = { command: process.execPath, args: [join(root, 'test/helpers/catalogue-server.ts'), file] }
  writeFileSync(join(home, 'mcp.yaml'), JSON.stringify({ servers: { more: server } }))
  return tools.map(({ name }) => nameHere(name))
}

function nameHere(name: string): string {
  return uniqueName(`more_${name}`, new Set())
}

function readRequests(): readonly Asked[] {
  return readFileSync(new URL('mcp-requests.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly name: string; readonly user: string })
    .map(({ name, user }) => ({ text: user, tool: nameHere(name) }))
}

async function route(home: string, model: string, asked: readonly Asked[]): Promise<readonly Routed[]> {
  const lines = asked.map(({ text }) => text.replace(/\s+/g, ' ')).join('\n')
  const output = await builtProgram(['route', '--json', '--home', home, '--model', model], `${lines}\n`)
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Routed)
}

function figures(asked: readonly Asked[], routed: readonly Routed[]): string {
  if (routed.length !== asked.length) throw new Error(`${routed.length} answers to ${asked.length} lines`)
  const share = (name: string, isRight: (one: Routed, tool: string | null) => boolean) => {
    const right = asked.filter(({ tool }, at) => isRight(routed[at] as Routed, tool)).length
    return `${name} ${((100 * right) / asked.length).toFixed(1)} %`
  }
  const among = (most: number) => (one: Routed, tool: string | null) =>
    one.candidates.slice(0, most).some((candidate) => candidate.tool === tool)
  return [
    share('decided right', (one, tool) => one.tool === tool),
    share('first', among(1)),
    share('among the first three', among(3)),
  ].join(', ')
}
