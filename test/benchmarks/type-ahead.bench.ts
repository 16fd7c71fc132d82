// `ETHERVOX_MODELS=DIR node test/benchmarks/type-ahead.bench.ts [MODEL] [MESSAGES]`: from Enter to the first token, for messages of
// about 40 tokens typed at 5 keys a second, with what is typed evaluated ahead against without. Through the screen's own keys.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeSession } from '../../source/compose.ts'
import type { TurnTokens } from '../../source/contracts/event.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { Chat } from '../../source/ui/chat/chat.ts'

const KEY_MS = 200
const WANTED = 0.5
const MESSAGES = [
  'My grandmother used to bake a dark bread with caraway and honey every Saturday morning, and the whole street came to smell it. Why do such things stay with us so long',
  'A friend of mine says that people who live by the sea sleep better than those who live in a city far from any water at all, and I never know what to answer. Is she right?',
  'If you had to explain to a child of six why leaves turn yellow and red in autumn, and then fall from the trees one after the other, which words would you use for that?',
  'Yesterday we argued half the night about whether a good story needs a villain, or whether two people who want different things are quite enough. What do you say to that',
]

const model = process.argv[2] ?? 'qwen2.5-coder-0.5b-instruct-q4_k_m'
const count = Math.min(MESSAGES.length, Number(process.argv[3] ?? MESSAGES.length))
const home = mkdtempSync(join(tmpdir(), 'ethervox-type-ahead-'))
const session = await composeSession({
  program: findProgram(),
  home: homePaths(home, process.env),
  flags: { model, maxTokens: 24 },
  interactive: false,
  workspace: join(import.meta.dirname, '../cases/workspace'),
  clock: { now: () => new Date(), monotonicMs: () => performance.now(), timeZone: 'UTC' },
})
const chat = new Chat(session, { commandNames: [], nowMs: () => performance.now(), onQuit: () => undefined })
session.start()
await session.settled()
const engine = session.slot.engine
if (engine === undefined) throw new Error(session.slot.reason ?? `${model} did not load`)

interface Taken {
  readonly firstMs: number
  readonly tokens: TurnTokens
}

/** Presses Enter over the draft. */
async function send(): Promise<Taken> {
  const at = performance.now()
  let firstMs = 0
  const ended = new Promise<TurnTokens>((resolve) => {
    const unsubscribe = session.subscribe((event) => {
      if (event.type === 'answer.delta') firstMs ||= performance.now() - at
      if (event.type !== 'turn.finished') return
      unsubscribe()
      resolve(event.tokens)
    })
  })
  chat.key('', { return: true })
  const tokens = await ended
  while (session.view.busy) await wait(5)
  return { firstMs, tokens }
}

const ratios: number[] = []
for (const message of MESSAGES.slice(0, count)) {
  const [size] = await engine.countTokens([message])
  const taken: Taken[] = []
  for (const isAhead of [false, true]) {
    await session.submit(`/settings typeAhead ${isAhead}`)
    // Both begin behind the same turn.
    await session.submit('/clear')
    await session.submit('Good morning!')
    if (isAhead) {
      for (const key of message) {
        chat.key(key, {})
        await wait(KEY_MS)
      }
    } else chat.paste(message)
    taken.push(await send())
  }
  const [without, ahead] = taken
  if (without === undefined || ahead === undefined) continue
  ratios.push(ahead.firstMs / without.firstMs)
  const told = ({ firstMs, tokens }: Taken) =>
    `${Math.round(firstMs)} ms (${tokens.evaluated} tokens evaluated)`
  console.log(`${size} tokens: without ${told(without)}, ahead ${told(ahead)}: ${ratios.at(-1)?.toFixed(2)}`)
}
const sorted = [...ratios].sort((a, b) => a - b)
console.log(`median ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2)}, wanted: at most ${WANTED}`)
chat.close()
await session.close()
rmSync(home, { recursive: true, force: true })

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
