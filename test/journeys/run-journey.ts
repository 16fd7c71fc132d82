// Runs piped lines through the composed program with a scripted engine, and writes down all that a person or a script
// would see: what went to stdout and stderr, the exit code, and which files the home has afterwards.
import { readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { composeSession } from '../../source/compose.ts'
import type { Flags } from '../../source/composing/composed-flags.ts'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { readScript } from '../../source/script/read-lines.ts'
import { runScript } from '../../source/script/script.ts'
import type { EngineLoad, EngineLoadOptions } from '../../source/session/ports.ts'
import type { ChatSession } from '../../source/session/session.ts'
import { createFakeEngine, type FakeScript } from '../helpers/fake-engine.ts'
import { copyWorkspace, temporaryFolder, WORKSPACE } from '../helpers/open-session.ts'

export interface Scene {
  /** What the test is called: a sentence. */
  readonly title: string
  readonly script?: FakeScript
  readonly flags?: Flags
  /** Breaks or fills the home before the first line. */
  readonly before?: (home: string) => void
  /** Between the sessions of one journey, after session `done` of them. */
  readonly between?: (home: string, done: number) => void
  /** Sees every event; may interrupt. */
  readonly on?: (event: SessionEvent, session: ChatSession) => void
  /** Changes the session before it starts. */
  readonly prepare?: (session: ChatSession) => void
  /** In place of the scripted engine; `real`: the program's own search for a model. */
  readonly engine?: ((load: EngineLoadOptions) => Promise<EngineLoad>) | 'real'
  /** Works in a copy of the workspace, the same for all sessions of the journey. */
  readonly ownWorkspace?: boolean
  /** Works in a folder of these files alone, by name. */
  readonly files?: { readonly [name: string]: string }
  /** Also writes down the files of the home. */
  readonly showHome?: boolean
  /** Compiling the tools anew takes seconds, so such a journey runs once. */
  readonly textOnly?: boolean
}

/** Piped bytes of the sessions of a journey, in order. */
export type Input = readonly Buffer[]

/** The whole transcript, normalised. */
export async function runJourney(
  scene: Scene,
  input: Input,
  home: string,
  variant: 'text' | 'json',
): Promise<string> {
  const lines: string[] = []
  const isOwn = scene.ownWorkspace || scene.files !== undefined
  const workspace = workspaceOf(scene)
  scene.before?.(home)
  for (const [at, bytes] of input.entries()) {
    if (at > 0) {
      scene.between?.(home, at)
      lines.push('--- next session')
    }
    lines.push(...(await runSession(scene, bytes, { home, workspace }, variant)))
  }
  if (isOwn) rmSync(workspace, { recursive: true })
  if (scene.showHome) lines.push(...listFiles(home).map((file) => `home| ${file}`))
  return `${normalise(lines.join('\n'), home)}\n`
}

function workspaceOf({ files, ownWorkspace }: Scene): string {
  if (files === undefined) return ownWorkspace ? copyWorkspace() : realpathSync(WORKSPACE)
  const folder = temporaryFolder('workspace')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

async function runSession(
  scene: Scene,
  bytes: Buffer,
  { home, workspace }: { readonly home: string; readonly workspace: string },
  variant: 'text' | 'json',
): Promise<string[]> {
  const fake = createFakeEngine(scene.script)
  const engine = async (load: EngineLoadOptions): Promise<EngineLoad> => {
    load.onModel(fake.info.modelId)
    return { type: 'ready', engine: fake, answers: 'auto' }
  }
  const session = await composeSession({
    program: findProgram(),
    home: homePaths(home, {}),
    workspace,
    interactive: false,
    flags: scene.flags ?? {},
    clock: { now: () => new Date('2026-03-12T10:24:30Z'), monotonicMs: () => 0, timeZone: 'UTC' },
    ...(scene.engine === 'real' ? {} : { engine: scene.engine ?? engine }),
  })
  session.subscribe((event) => {
    if (event.type !== 'progress' && event.type !== 'view') scene.on?.(event, session)
  })
  scene.prepare?.(session)
  const lines: string[] = []
  const mark = (name: string) => ({
    write: (text: string) =>
      lines.push(
        ...text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => `${name}| ${line}`.trimEnd()),
      ),
  })
  const typed = Buffer.from(bytes.toString('latin1').replaceAll('<<home>>', home), 'latin1')
  const code = await runScript(session, readScript(pipe(typed)), {
    json: variant === 'json',
    deltas: false,
    stdout: variant === 'json' ? { write: (text: string) => lines.push(readable(text)) } : mark('out'),
    stderr: mark('err'),
  })
  return [...lines, `exit ${code}`]
}

/** In pieces, as a pipe brings them: line ends fall anywhere. */
async function* pipe(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

/** An event with what depends on the router's weights, the machine or the length of the index taken out. */
function readable(line: string): string {
  return JSON.stringify(JSON.parse(line), (key, value) => {
    if (key === 'confidence') return '<confidence>'
    if (key === 'contentHash') return '<contentHash>'
    if (key === 'candidates') return `<${value.length}>`
    if (
      /^(?:score|probability|margin|weakest|logOdds|threshold|ms|loadMs|processor|cores|(?:free)?[mM]emoryGb|platform|node)$|Tokens$|Bytes$/.test(
        key,
      )
    )
      return `<${key}>`
    if (typeof value === 'string') return normaliseSentences(value)
    if (/^(?:tokens|timings|talk|call)$/.test(key) && typeof value === 'object') return `<${key}>`
    if (/^(?:examples|fewShots|triggers|tests)$/.test(key) && Array.isArray(value)) return `<${key}>`
    if (/^(?:talk|call)Prompt$/.test(key) && typeof value === 'string') return `<${key}>`
    return value
  })
}

function listFiles(home: string): string[] {
  if (!statSync(home).isDirectory()) return ['(the home is a file)']
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(home, join(entry.parentPath, entry.name)))
    .sort()
}

function normalise(text: string, home: string): string {
  return normaliseSentences(text)
    .replaceAll(home, '<home>')
    .replaceAll(findProgram().packageRoot, '<program>')
    .replaceAll(findProgram().version, '<version>')
    .replace(/^(out\| (?:program|engine) +)[\d.]+ MB/gm, '$1<n> MB')
    .replace(/^(out\| examples) \(\d+\): .*/gm, '$1 <examples>')
    .replace(/^(out\| (?:triggers|tests)) \(\d+\): .*/gm, '$1 <requests>')
    .replace(/^(out\| content hash) [0-9a-f]{16},/gm, '$1 <hash>,')
    .replace(/^out\| {3}"[^\n]* → \{.*\n/gm, '')
    .replace(/^(out\| candidates) .*/gm, '$1 <candidates>')
    .replace(/([a-z])\1{500,}/g, (run, letter) => `<${run.length} of ${letter}>`)
}

/** What depends on the machine, the router's weights or the length of the index, within a text of any kind. */
function normaliseSentences(text: string): string {
  return text
    .replace(/\b\d+ % sure/g, '<confidence> sure')
    .replace(/^((?:out\| )?confidence) \d+ %$/gm, '$1 <confidence>')
    .replace(/^((?:out\| )? {2}from {5}.* by [\w-]+) \d+ %, margin -?[\d.]+/gm, '$1 <probability>, <margin>')
    .replace(/\d+ tokens reused, \d+ evaluated, \d+ written/g, '<tokens reused, evaluated, written>')
    .replace(/\d+ of (\d+) tokens/g, '<n> of $1 tokens')
    .replace(/(tokens \()\d+ %/g, '$1<n> %')
    .replace(/^((?:out\| )?(?:system|index|free)) +\d+ +\d+ %$/gm, '$1 <n>')
    .replace(/^((?:out\| )?)[simhtr.]{20}$/gm, '$1<bar>')
    .replace(/should have \d+ bytes/g, 'should have <n> bytes')
    .replace(/has room for \d+/g, 'has room for <n>')
    .replace(/this machine has .* and runs [^.]+\./g, 'this machine has <machine>.')
    .replace(/^((?:program|engine) +)[\d.]+ MB/gm, '$1<n> MB')
    .replace(/^(examples) \(\d+\): .*/gm, '$1 <examples>')
    .replace(/^(triggers|tests) \(\d+\): .*/gm, '$1 <requests>')
    .replace(/^(content hash) [0-9a-f]{16},/gm, '$1 <hash>,')
    .replace(/^ {2}"[^\n]* → \{.*(?:\n|$)/gm, '')
    .replace(/^(candidates) .*/gm, '$1 <candidates>')
}
