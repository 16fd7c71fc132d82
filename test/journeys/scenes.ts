// What stands behind each journey besides its lines: answers of the scripted engine, the state of the home, interrupts.
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Engine, EngineFailure } from '../../source/contracts/engine.ts'
import type { RouteCandidate, RouteDecision } from '../../source/contracts/router.ts'
import { superviseEngine } from '../../source/engine/supervised.ts'
import { readManifestFile } from '../../source/manifest/file.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import type { EngineLoad, EngineLoadOptions } from '../../source/session/ports.ts'
import { installManifest } from '../../source/startup/install.ts'
import { createFakeEngine, type FakeScript } from '../helpers/fake-engine.ts'
import { APPROVAL_SCENES } from './approval-scenes.ts'
import { contextScenes } from './context-scenes.ts'
import { OPTIMIZE_SCENES } from './optimize-scenes.ts'
import { RING_SCENES } from './ring-scenes.ts'
import { ROLE_SCENES } from './role-scenes.ts'
import type { Scene } from './run-journey.ts'
import { SESSION_SCENES } from './session-scenes.ts'
import { SETUP_SCENES } from './setup-scenes.ts'
import { TEACHING_SCENES } from './teaching-scenes.ts'
import { TOOL_FILE_SCENES } from './tool-file-scenes.ts'
import { turnScenes } from './turn-scenes.ts'

const CALLS = {
  'what is 15% of 47.50?': '{"value":47.5,"percentage":15,"operation":"of"}',
  'what is 17 * 23?': '{"expression":"17 * 23"}',
  'read notes.txt': '{"path":"notes.txt"}',
  'read nosuch.txt': '{"path":"nosuch.txt"}',
  'list the files in docs': '{"directory":"docs","recursive":false}',
  'search for heater in all files': '{"directory":".","pattern":"heater"}',
}

export const SCENES: { readonly [name: string]: Scene } = {
  hello: {
    title: 'small talk is answered by the model and calls no tool',
    script: { answers: { hello: 'Hello! How can I help?', 'thanks, that was nice': 'You are welcome.' } },
  },
  eval: {
    title: "the tools' own tests run beside the conversation, which goes on",
    script: { answers: { hello: 'Hello!', 'thanks, that was nice': 'You are welcome.' } },
  },
  'every-tool': {
    title: 'each tool is found, called once and answers',
    script: { calls: CALLS, answers: {} },
    flags: { answers: 'tool' },
    engine: async (load) => ready(load, createFakeEngine({ calls: CALLS }), 'tool'),
  },
  'machine-tool': { title: 'the tool that describes the machine runs without the model' },
  'failing-tool': {
    title: 'a failing tool is told as a failure, whatever the model makes of it',
    script: {
      calls: { ...CALLS, 'please read nosuch.txt': '{"path":"nosuch.txt"}' },
      answers: {
        'read nosuch.txt': 'I could not read nosuch.txt: there is no such file.',
        'please read nosuch.txt': 'Here is the file: it says hello.',
      },
    },
  },
  unfaithful: {
    title: 'an answer with an invented number is replaced by the sentence of the tool',
    script: {
      calls: CALLS,
      answers: { 'what is 15% of 47.50?': 'It is 9.25.', 'what is 17 * 23?': '17 * 23 is 391.' },
    },
  },
  help: { title: 'help lists the commands, shows one, and names an unknown one' },
  status: { title: 'status says level, model, tools, window, home and version' },
  tools: { title: 'tools are listed, shown, turned off and on; an unknown one is named', showHome: true },
  call: { title: 'a call without the model runs, and bad ones say what is wrong' },
  why: {
    title: 'why tells route, arguments, lanes and who answered',
    script: { calls: CALLS, answers: { 'what is 17 * 23?': 'That makes 17 * 23 = 391.' } },
  },
  clear: {
    title: 'clear empties the conversation and nothing else',
    script: { answers: { hello: 'Hello!' } },
    showHome: true,
  },
  model: {
    title: 'a model that cannot be loaded costs nothing, and another one begins a new conversation',
    before: (home) => writeFileSync(join(home, 'own.gguf'), 'GGUF and nothing behind it'),
  },
  settings: { title: 'settings are shown, changed and refused', showHome: true },
  'unknown-command': {
    title: 'an unknown command is an error with the nearest name and never sent to the model',
  },
  'two-slashes': { title: 'two slashes send a message that begins with one', on: fixedRouter([]) },
  fence: {
    title: 'three quotes open and close a message of several lines',
    on: fixedRouter([]),
    script: { answers: { 'first line\nsecond line': 'Two lines.', 'in one line': 'That is short.' } },
  },
  'fence-open': { title: 'a message of several lines that is never closed is an error' },
  'bad-bytes': { title: 'a line that is not UTF-8 is skipped and said, and the next one runs' },
  'ten-megabytes': { title: 'a line of ten megabytes is refused, as a message and as a command' },
  'enable-state': {
    title: 'a tool that was turned off stays off in the next session, and the compiled file is not touched',
    before: install,
    between: (home) => sameManifest(home),
    showHome: true,
  },
  'level-1': {
    title: 'optimized prompts for this model lift to level 1',
    before: (home) => {
      install(home)
      const paths = homePaths(home, {})
      const manifest = readManifestFile(paths.manifest)
      const entry =
        'entries' in manifest ? manifest.entries.find(({ name }) => name === 'get_time') : undefined
      mkdirSync(paths.optimized, { recursive: true })
      writeFileSync(
        join(paths.optimized, 'fake-model.json'),
        JSON.stringify({
          tools: { get_time: { contentHash: entry?.contentHash, oneLiner: 'The time of day, now' } },
        }),
      )
    },
  },
  'level-2-stale': {
    title: 'optimized prompts of other versions of the tools count for nothing, and that is said',
    before: (home) => {
      install(home)
      const { optimized } = homePaths(home, {})
      mkdirSync(optimized, { recursive: true })
      const row = { contentHash: 'f'.repeat(64), oneLiner: 'The time of day, now' }
      writeFileSync(join(optimized, 'fake-model.json'), JSON.stringify({ tools: { get_time: row } }))
    },
  },
  'level-3-missing': {
    title: 'a lost manifest is level 3, not replaced in silence, and made anew by a reload',
    before: (home) => {
      install(home)
      rmSync(homePaths(home, {}).manifest)
    },
    script: { answers: { hello: 'Hello!' } },
    showHome: true,
  },
  'level-3-truncated': {
    title: 'a truncated manifest is level 3, and a reload sets it aside',
    before: (home) => {
      install(home)
      truncateSync(homePaths(home, {}).manifest, 5_000)
    },
    showHome: true,
    textOnly: true,
  },
  'level-3-foreign': {
    title: 'a foreign file in place of the manifest is level 3, and a reload sets it aside',
    before: (home) => {
      install(home)
      writeFileSync(homePaths(home, {}).manifest, 'my shopping list: eggs, basil\n'.repeat(10))
    },
    showHome: true,
    textOnly: true,
  },
  'level-4-settings': {
    title: 'damaged settings are level 4, and a reload sets them aside',
    before: (home) => {
      install(home)
      writeFileSync(homePaths(home, {}).settings, '{"disabledTools": ["get_time"')
    },
    showHome: true,
    textOnly: true,
  },
  'level-4-system': {
    title: 'a system text of one’s own that is not UTF-8 is level 4, and a reload sets it aside',
    before: (home) => {
      install(home)
      writeFileSync(join(home, 'system.md'), Buffer.from([0x59, 0x6f, 0xff, 0xfe]))
    },
    showHome: true,
    textOnly: true,
  },
  'level-4-home': {
    title: 'a home that is a file is level 4 and never touched; once it is moved away a reload repairs',
    before: (home) => {
      rmSync(home, { recursive: true })
      writeFileSync(home, 'not a folder\n')
    },
    on: (event) => {
      if (event.type !== 'answer' || event.text !== 'Move it away.') return
      const home = homeOfLevel4
      if (readFileSync(home, 'utf8') !== 'not a folder\n') throw new Error('the file was touched')
      rmSync(home)
    },
    prepare: (session) => {
      homeOfLevel4 = session.ports.home
    },
    script: { answers: { 'what now?': 'Move it away.' } },
    showHome: true,
    textOnly: true,
  },
  'no-model': {
    title: 'without a model the commands work, and a message says how to get one',
    engine: 'real',
    flags: { model: 'smollm2-135m' },
  },
  'opened-call': {
    title: 'a call that the talk lane opens is believed when the router finds the tool likely',
    on: fixedRouter([
      { tool: 'get_time', score: 0.2 },
      { tool: 'get_date', score: 0.01 },
    ]),
    script: {
      answers: {
        'how late has it got?': '<tool_call name="get_time" />',
        'how late has it got?\nFacts: It is 10:24.': 'It is 10:24.',
        'which day?': '<tool_call name="get_date" />',
      },
    },
  },
  'round-limit': {
    title: 'a model that calls the same tool again and again is stopped',
    on: fixedRouter([{ tool: 'get_time', score: 0.2 }]),
    script: { answers: { 'how late has it got?': '<tool_call name="get_time" />' } },
  },
  'too-long': {
    title: 'a message that does not fit the window is refused with both sizes',
    script: { contextTokens: 1024 },
  },
  ...turnScenes(CALLS),
  ...contextScenes(fixedRouter([])),
  ...APPROVAL_SCENES,
  ...RING_SCENES,
  ...SESSION_SCENES,
  ...OPTIMIZE_SCENES,
  ...TEACHING_SCENES,
  ...ROLE_SCENES,
  ...SETUP_SCENES,
  ...TOOL_FILE_SCENES,
  interrupt: {
    title: 'an interrupt in the middle of an answer cancels that turn, and the script goes on',
    script: { answers: { 'tell me a story': 'Once upon a time there was a fox.', hello: 'Hello!' } },
    on: (event, session) => {
      if (event.type === 'answer.delta' && event.text.startsWith('upon')) session.interrupt()
    },
  },
  crash: {
    title: 'an engine that dies in the middle of an answer is started again once, and the answer comes',
    engine: async (load) => ready(load, supervised(load, 1)),
  },
  'crash-twice': {
    title: 'an engine that dies twice over one answer ends that turn with an error',
    engine: async (load) => ready(load, supervised(load, 2)),
  },
  quit: { title: 'quit ends the script; what stands behind it is not run' },
  'no-input': { title: 'a closed input ends the program well' },
}

/** A router that calls nothing by itself, for journeys that are not about routing. */
function fixedRouter(candidates: readonly RouteCandidate[]): NonNullable<Scene['on']> {
  return (event, { ground }) => {
    if (event.type !== 'model.ready') return
    const decision: RouteDecision = { tool: null, confidence: 0.8, by: 'classifier', candidates }
    Object.assign(ground, { router: { route: () => decision, split: (message: string) => [message] } })
  }
}

let homeOfLevel4 = ''

const STORY: FakeScript = {
  answers: { 'tell me a story': 'Once upon a time there was a fox.', hello: 'Hello!' },
}

/** A new home as a first start leaves it. */
function install(home: string): void {
  const program = findProgram()
  installManifest({ ...homePaths(home, {}), shippedManifest: program.shippedManifest }, program.version)
}

function sameManifest(home: string): void {
  const { manifest } = homePaths(home, {})
  if (!existsSync(manifest) || !readFileSync(manifest).equals(readFileSync(findProgram().shippedManifest))) {
    throw new Error('turning a tool off rewrote tools.bin')
  }
}

function ready(load: EngineLoadOptions, engine: Engine, answers: 'tool' | 'auto' = 'auto'): EngineLoad {
  load.onModel(engine.info.modelId)
  return { type: 'ready', engine, answers }
}

/** An engine under supervision whose process dies in the middle of an answer, `times` times over. */
function supervised(load: EngineLoadOptions, times: number): Engine {
  let left = times
  const open = (): Engine => {
    const fake = createFakeEngine(STORY)
    return {
      ...fake,
      talk: async (request, signal) => {
        if (left === 0 || !request.messages.at(-1)?.text.startsWith('tell')) return fake.talk(request, signal)
        left--
        request.onText?.('Once ')
        request.onText?.('upon ')
        throw new EngineFailure('crashed', "the engine's process ended")
      },
    }
  }
  return superviseEngine(open(), { restart: async () => open(), onRestart: load.onRestart })
}
