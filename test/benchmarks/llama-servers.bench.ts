// `ETHERVOX_LLAMA_SERVER=PATH node test/benchmarks/llama-servers.bench.ts MODEL.gguf`: two real llama.cpp servers on loopback ports
// behind one engine, eight conversations at once; one server is killed by force in the middle of an answer, and started again. Every turn
// ends with an answer or with one sentence, a turn that failed is sent again, and no answer belongs to another conversation's prompt.
import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { type ChatMessage, type Engine, EngineFailure } from '../../source/contracts/engine.ts'
import { readAddresses } from '../../source/engine/remote/address.ts'
import { openRemote } from '../../source/engine/remote/open-remote.ts'
import { type LlamaServer, startLlamaServer, whyNoLlamaServer } from '../helpers/llama-server.ts'

const CONVERSATIONS = 8
const TURNS = 4
const MOST_TOKENS = 24
/** A turn is sent again so often; a person would, too. */
const TRIES = 3
const ARGS = ['-c', '8192', '-np', '4', '-t', '1', '--alias', 'bench']
const NEVER = new AbortController().signal
const SYSTEM = 'You are a friendly assistant. Answer in one short sentence. Do not ask anything back.'

interface Turn {
  readonly conversation: number
  readonly end: 'answered' | 'failed'
  /** What was shown before it failed, or the whole answer. */
  readonly shown: string
  readonly sentence: string
  readonly ms: number
  readonly firstTokenMs: number
  readonly reused: number
  readonly evaluated: number
}

async function measure(pair: LlamaServer[], file: string): Promise<void> {
  await Promise.all(pair.map((server) => server.ready()))
  const takeovers: string[] = []
  const read = readAddresses(pair.map(({ url }) => url).join(','))
  assert.ok(read.type !== 'problem')
  const opened = await openRemote(
    {
      ...{ addresses: read.addresses, key: undefined, model: undefined, contextTokens: undefined },
      book: { recall: () => undefined, keep: () => undefined },
      random: Math.random,
      onTakeover: (sentence) => takeovers.push(sentence),
    },
    NEVER,
  )
  const labels = opened.members.map(({ abilities }) => `${abilities.label} (${abilities.guidance})`)
  console.log(`${basename(file)}, ${opened.engine.info.build}; calls ${labels.join(', ')}`)
  const [first] = pair
  assert.ok(first)
  // Members stand in the order in which they answered.
  const member = opened.members.find(({ server }) => server.address.host === first.host)
  const loadOfFirst = () => member?.server.load ?? 0
  let killedAfter = ''
  const turns: Turn[] = []
  const onText = async () => {
    // In the middle of an answer, with more of them waiting at this server.
    if (killedAfter !== '' || turns.length < CONVERSATIONS || loadOfFirst() < 2) return
    killedAfter = `${turns.length} turns, with ${loadOfFirst()} requests at it`
    await first.kill()
  }
  const histories = Array.from({ length: CONVERSATIONS }, (_, at) => new Conversation(at, opened.engine))
  const startedAt = performance.now()
  await Promise.all(histories.map((one) => one.run(TURNS, turns, () => void onText())))
  report('killed', turns, takeovers)
  console.log(`  killed after ${killedAfter || 'nothing: it was not'}; ${seconds(startedAt)} s in all`)
  assert.notEqual(killedAfter, '', 'the server was killed in the middle')
  assert.ok(
    turns.filter(({ end }) => end === 'failed').every(({ sentence }) => sentence.includes(first.host)),
  )

  takeovers.length = 0
  servers[0] = await startLlamaServer(file, ARGS, { port: first.port })
  const again: Turn[] = []
  let most = 0
  const onAgain = () => {
    most = Math.max(most, loadOfFirst())
  }
  // While it reads its model the other one goes on alone.
  await Promise.all(histories.map((one) => one.run(1, again, onAgain)))
  await servers[0].ready()
  await new Promise((next) => setTimeout(next, 16_000))
  await Promise.all(histories.map((one) => one.run(1, again, onAgain)))
  report('started again', again, takeovers)
  console.log(`  at most ${most} requests at once at the server that came back`)
  assert.ok(most > 0, 'it is asked again')
  await opened.engine.close()
}

/** One after the other, each with all that was said before. */
class Conversation {
  readonly #at: number
  readonly #engine: Engine
  #history: ChatMessage[] = [{ role: 'system', text: SYSTEM }]
  #turn = 0

  constructor(at: number, engine: Engine) {
    this.#at = at
    this.#engine = engine
  }

  async run(turns: number, into: Turn[], onText: () => void): Promise<void> {
    for (let turn = 0; turn < turns; turn++) {
      const text = `I am number ${this.#at}. Tell me thing ${++this.#turn} about the number ${this.#at}, please.`
      const messages: ChatMessage[] = [...this.#history, { role: 'user', text }]
      for (let attempt = 1; ; attempt++) {
        const ended = await this.#try(messages, onText)
        into.push(ended)
        if (ended.end === 'answered') {
          this.#history = [...messages, { role: 'assistant', text: ended.shown }]
          break
        }
        assert.ok(attempt < TRIES, `conversation ${this.#at} was lost: ${ended.sentence}`)
      }
    }
  }

  async #try(messages: readonly ChatMessage[], onText: () => void): Promise<Turn> {
    const startedAt = performance.now()
    let shown = ''
    const listen = (piece: string) => {
      shown += piece
      onText()
    }
    const base = { conversation: this.#at, sentence: '', firstTokenMs: 0, reused: 0, evaluated: 0 }
    try {
      const request = { messages, maxTokens: MOST_TOKENS, temperature: 0, seed: 1, onText: listen }
      const { text, usage, firstTokenMs } = await this.#engine.talk(request, NEVER)
      assert.equal(text, shown)
      const { reused, evaluated } = usage
      const ms = performance.now() - startedAt
      return { ...base, end: 'answered', shown, ms, firstTokenMs, reused, evaluated }
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error
      return { ...base, end: 'failed', shown, sentence: error.message, ms: performance.now() - startedAt }
    }
  }
}

function report(name: string, turns: readonly Turn[], takeovers: readonly string[]): void {
  const answered = turns.filter(({ end }) => end === 'answered')
  const failed = turns.filter(({ end }) => end === 'failed')
  const sum = (of: (turn: Turn) => number) => answered.reduce((all, turn) => all + of(turn), 0)
  const first = answered.map(({ firstTokenMs }) => firstTokenMs).sort((a, b) => a - b)
  const reused = sum((turn) => turn.reused)
  const share = (100 * reused) / Math.max(1, reused + sum((turn) => turn.evaluated))
  console.log(
    `${name}: ${CONVERSATIONS} conversations, ${turns.length} requests: ${answered.length} answered, ${failed.length} ended with a sentence` +
      ` (${failed.filter(({ shown }) => shown !== '').length} in the middle of the answer), ${takeovers.length} taken over unseen;` +
      ` prompt from the cache ${share.toFixed(0)} %, first token P50 ${((first[first.length >> 1] ?? 0) / 1e3).toFixed(1)} s`,
  )
  for (const sentence of new Set([...failed.map((turn) => turn.sentence), ...takeovers]))
    console.log(`  ${sentence}`)
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1e3).toFixed(0)
}

const reason = whyNoLlamaServer()
const model = process.argv[2]
if (reason !== undefined || model === undefined) {
  console.log(`skipped: ${reason ?? 'it takes the path of a model (.gguf)'}`)
  process.exit(0)
}
// Servers are ended when this process leaves.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130))
const servers = await Promise.all([startLlamaServer(model, ARGS), startLlamaServer(model, ARGS)])
try {
  await measure(servers, model)
} finally {
  await Promise.all(servers.map((server) => server.kill()))
}
