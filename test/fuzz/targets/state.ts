// Small files of a home that the program writes for itself and believes at the next start: the sidecar of a saved state, named states and
// their exports, personas, trials, tasks, conversations, optimized prompts, the list of plugins, tool lists of MCP servers. The first line
// of an input says which of them it is.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Lane } from '../../../source/engine/embedded/lane.ts'
import { loadState } from '../../../source/engine/embedded/state-file.ts'
import { KeptLists } from '../../../source/mcp/kept-lists.ts'
import { PluginStore } from '../../../source/plugins/plugin-store.ts'
import { loadOverlay } from '../../../source/prompt/overlay.ts'
import { readConversation, turnsOf } from '../../../source/sessions/read.ts'
import { renderHtml } from '../../../source/sessions/render-html.ts'
import { titleOf } from '../../../source/sessions/rows.ts'
import { isPersonaProblem, parsePersona, personaText } from '../../../source/setups/persona-file.ts'
import {
  formatConfig,
  hashOfConfig,
  isConfigProblem,
  parseConfig,
} from '../../../source/setups/state-config.ts'
import { formatMeta, parseMeta } from '../../../source/setups/state-meta.ts'
import { openNamedStates } from '../../../source/setups/state-store.ts'
import { openTrials } from '../../../source/setups/trial-book.ts'
import { openTasks } from '../../../source/tasks/task-store.ts'
import { mutateJson } from '../mutate-json.ts'
import { mutateText } from '../mutate-text.ts'
import { CELLS, LIST_SERVER, ORIGIN, stateSeeds, TOKENS, WORDS } from '../seeds/state.ts'
import type { Mutator, Target } from '../target.ts'

type Reader = (text: string, bytes: Buffer) => void | Promise<void>

export async function open(): Promise<Target> {
  const home = mkdtempSync(join(tmpdir(), 'fuzz-state-'))
  const readers = readersOf(home)
  const text = mutateText(WORDS)
  return {
    seeds: Object.entries(stateSeeds()).map(([kind, seed]) =>
      Buffer.from(`${kind}\n${typeof seed === 'string' ? seed : JSON.stringify(seed, null, 1)}`),
    ),
    mutators: [
      text,
      behind(text),
      behind(mutateJson(WORDS, text)),
      behind(mutateJson(WORDS, text)),
      lines(mutateJson(WORDS, text)),
    ],
    mostBytes: 60_000,
    run(input) {
      const end = input.indexOf(10)
      const kind = input.toString('utf8', 0, Math.max(0, end))
      const read = Object.hasOwn(readers, kind) ? readers[kind] : undefined
      const body = input.subarray(end + 1)
      return read?.(body.toString('utf8'), body)
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  }
}

function readersOf(home: string): { readonly [kind: string]: Reader } {
  const place = (name: string) => join(home, name)
  const put = (name: string, bytes: Buffer) => writeFileSync(place(name), bytes)
  for (const name of ['tasks', 'plugins', 'lists']) mkdirSync(place(name))
  const states = openNamedStates(place('states'))
  return {
    sidecar: async (_, bytes) => {
      put('x.kv', CELLS)
      put('x.kv.json', bytes)
      const loaded = await loadState(laneOf(), place('x.kv'), ORIGIN, TOKENS)
      assert.ok(loaded.ok || typeof loaded.reason === 'string')
    },
    meta: (text) => {
      const meta = parseMeta(text)
      if (meta !== undefined) assert.deepEqual(parseMeta(formatMeta(meta)), meta)
    },
    config: (text) => {
      const config = parseConfig(text, 'c')
      if (isConfigProblem(config)) return assert.notEqual(config.message, '')
      const again = parseConfig(formatConfig(config), 'c')
      assert.ok(!isConfigProblem(again), 'a config that was written cannot be read')
      assert.equal(
        hashOfConfig(again),
        hashOfConfig(config),
        'a config is another one when it is written and read',
      )
    },
    export: (_, bytes) => {
      put('export', bytes)
      const read = states.importFrom(place('export'), 'taken')
      if (!read.ok) return assert.notEqual(read.reason, '')
      states.read()
      states.record('taken', { accuracy: 1, callMs: 1, tokens: 1, score: 1, date: 'd', cases: 1, model: 'm' })
      rmSync(place('states'), { recursive: true, force: true })
    },
    persona: (text) => {
      const persona = parsePersona(text, 'gardener', 'p')
      if (!isPersonaProblem(persona)) assert.ok(personaText(persona).startsWith('You are '))
    },
    trials: (_, bytes) => {
      put('trials.json', bytes)
      const book = openTrials(place('trials.json'))
      book.read()
      const arm = book.next()
      if (arm !== undefined) book.count(arm, { type: 'turn', isFirst: true, isSuccess: true } as never)
      book.stop('2027', undefined)
    },
    task: (_, bytes) => {
      put('tasks/1.json', bytes)
      for (const found of openTasks(place('tasks')).list()) assert.equal(found.id, 1)
    },
    conversation: (text) => {
      const read = readConversation('x', text)
      if (!read.ok) return assert.notEqual(read.reason, '')
      turnsOf(read.conversation)
      titleOf(read.conversation)
      assert.equal(typeof renderHtml(read.conversation, (time) => time), 'string')
    },
    overlay: (_, bytes) => {
      put('overlay.json', bytes)
      loadOverlay(place('overlay.json'), [{ name: 'get_time', contentHash: 'h' }] as never, {
        id: 'm',
        sha256: 'a',
      })
    },
    plugins: (_, bytes) => {
      put('plugins/plugins.json', bytes)
      const store = new PluginStore(place('plugins'))
      if (typeof store.records() === 'string') return
      for (const { read } of store.installed())
        assert.ok(!('sheet' in read), 'a plugin that is not there is read')
      store.strike('plain', 'x')
    },
    'mcp-list': (_, bytes) => {
      put('lists/s.json', bytes)
      const tools = new KeptLists(place('lists')).read(LIST_SERVER)
      if (tools !== undefined) assert.ok(Array.isArray(tools))
    },
  }
}

function laneOf(): Lane {
  const sequence = { clearHistory: async () => undefined, loadStateFromFile: async () => undefined }
  return { tokens: TOKENS, reset: async () => undefined, sequence } as unknown as Lane
}

/** Changes what stands behind the first line. */
function behind(change: Mutator): Mutator {
  return (input, random, donor) => {
    const [end, other] = [input.indexOf(10) + 1, donor.indexOf(10) + 1]
    return Buffer.concat([input.subarray(0, end), change(input.subarray(end), random, donor.subarray(other))])
  }
}

/** Changes one line, as of a file with a value on each. */
function lines(change: Mutator): Mutator {
  return (input, random, donor) => {
    const own = input.toString('utf8').split('\n')
    const at = random.below(own.length)
    const other = random.pick(donor.toString('utf8').split('\n'))
    own[at] = change(Buffer.from(own[at] ?? ''), random, Buffer.from(other)).toString('utf8')
    return Buffer.from(own.join('\n'))
  }
}
