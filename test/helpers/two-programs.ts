// Steps that two processes do at the same time in one home (`two-programs.ts NAME HOME WHO`): it says `ready`, waits for a line, and
// then does its part as fast as it can.
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { readManifest } from '../../source/manifest/reader.ts'
import { writeManifest } from '../../source/manifest/writer.ts'
import { memoryBook } from '../../source/memory/book.ts'
import { openSecretSwitch } from '../../source/sessions/secret-switch.ts'
import { openConversations } from '../../source/sessions/store.ts'
import { openSettings } from '../../source/settings.ts'
import { writeInstalled } from '../../source/startup/install.ts'
import { BUILT_AT, expectManifest, sampleTool } from '../manifest/sample-tools.ts'

/** So often each does it. */
export const TIMES = 40

const clock = { now: () => new Date('2026-03-12T10:24:30Z'), monotonicMs: () => 0, timeZone: 'UTC' }

const STEPS: { readonly [name: string]: (home: string, who: number) => unknown } = {
  /** A key of its own, and one key of each in turn. */
  settings: (home, who) => {
    const settings = openSettings(join(home, 'settings.json'))
    if (!settings.ok) throw new Error(settings.reason)
    for (let step = 1; step <= TIMES; step++) settings.file.set(who === 0 ? 'threads' : 'shellSeconds', step)
    settings.file.set(who === 0 ? 'sessionDays' : 'voiceMinutes', 7)
  },
  memory: async (home, who) => {
    const memory = await memoryBook(join(home, 'memory.sqlite'), clock, `${who}`).open()
    for (let step = 0; step < TIMES; step++) memory.store({ text: `note ${who}.${step}`, kind: 'fact' })
  },
  compile: (home, who) => {
    for (let step = 0; step < TIMES / 4; step++) {
      const tool = sampleTool('one', { description: `Of ${who}.${step}` })
      const bytes = writeManifest({ tools: [tool], builtAt: BUILT_AT, footer: 'crc32' })
      const { contentHash } = expectManifest(readManifest(bytes))
      writeInstalled(installPaths(home), '0.1.0', bytes, contentHash)
    }
  },
  /** The first writes a conversation, the others put it away and take it back as often as they can. */
  archive: (home, who) => {
    const store = openStore(home)
    if (who === 0) {
      for (let turn = 1; turn <= TIMES * 5; turn++) {
        store.hear({ type: 'turn.started', turn, text: `say ${turn}`, origin: 'message' })
        store.hear({
          type: 'answer',
          turn,
          text: `said ${turn}`,
          status: 'success',
          confidence: 1,
          source: 'model',
        })
        store.leave(turn, { calls: [] })
      }
      store.begin()
      return
    }
    for (let step = 0; step < TIMES * 3; step++) {
      const id = '20260312-102430-01'
      store.archive(id)
      const taken = store.take(id)
      if (!taken.ok) continue
      taken.goOn()
      store.begin()
    }
  },
}

/** Its conversations, of a clock that stands still. */
export function openStore(home: string) {
  const secret = openSecretSwitch(false)
  const dir = join(home, 'sessions')
  const days = () => 0
  return openConversations({ dir, clock, secret, workspace: '/w', version: '0.1.0', days }, () => undefined)
}

export function installPaths(home: string) {
  return {
    tools: join(home, 'tools'),
    manifest: join(home, 'tools/tools.bin'),
    installed: join(home, 'installed.json'),
    shippedManifest: join(home, 'shipped.bin'),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [name = '', home = '', who = '0'] = process.argv.slice(2)
  const lines = createInterface({ input: process.stdin })
  writeSync(1, 'ready\n')
  await lines[Symbol.asyncIterator]().next()
  await STEPS[name]?.(home, Number(who))
  lines.close()
  process.stdin.destroy()
}
