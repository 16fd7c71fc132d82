import assert from 'node:assert/strict'
import { test } from 'node:test'
import raw from '../../commands/raw.ts'
import stats from '../../commands/stats.ts'
import type { CommandContext } from '../../source/contracts/command.ts'
import type { TurnCost } from '../../source/contracts/reading.ts'
import { drawingOf } from '../../source/session/drawing.ts'

function contextOf(turns: readonly TurnCost[], unicode = true) {
  const set: boolean[] = []
  const reading = {
    raw: false,
    setRaw: (on: boolean) => set.push(on),
    turns: () => turns,
    draw: drawingOf(unicode),
  }
  return { set, context: { reading } as unknown as CommandContext }
}

const cost = (turn: number, generated: number, firstTokenMs: number, tokensPerSecond?: number): TurnCost => ({
  turn,
  firstTokenMs,
  totalMs: 2 * firstTokenMs,
  evaluated: 100,
  reused: 300,
  generated,
  tokensPerSecond,
})

test('/raw changes over, or takes on and off', async () => {
  const { set, context } = contextOf([])
  assert.equal((await raw.run('', context)).text, 'Answers are shown as they are written.')
  assert.deepEqual((await raw.run('off', context)).data, { raw: false })
  await raw.run(' ON ', context)
  assert.deepEqual(set, [true, false, true])
  assert.deepEqual(await raw.run('maybe', context), {
    ok: false,
    text: '`maybe` is not known; it takes on or off.',
    data: null,
  })
})

test('/stats draws the turns and lists the last of them', async () => {
  const turns = [cost(1, 20, 400, 25), cost(2, 5, 0), cost(3, 40, 800, 20)]
  const { text, data } = await stats.run('', contextOf(turns).context)
  assert.deepEqual(text.split('\n'), [
    'turns    3',
    'written  ▅▂█  65 tokens',
    'first    ▅▁█  half within 0.40 s, all within 0.80 s',
    'speed    █▁▇  half above 20.0 tok/s',
    'cache    ███████████████░░░░░  75 % of 1200 prompt tokens',
    'turn     cached     read  written    first    tok/s',
    '1           300      100       20   0.40 s     25.0',
    '2           300      100        5',
    '3           300      100       40   0.80 s     20.0',
  ])
  assert.equal(Object(data).turns[1].tokensPerSecond, null)
  const plain = await stats.run('', contextOf(turns, false).context)
  assert.match(plain.text, /^[\n -~]*$/)
})

test('/stats of many turns counts those that it does not list, and of none says so', async () => {
  const many = Array.from({ length: 60 }, (_, at) => cost(at + 1, 10, 100, 20))
  const { text } = await stats.run('', contextOf(many).context)
  assert.ok(text.endsWith('and 50 before'))
  assert.ok(text.split('\n').every((line) => line.length <= 80))
  assert.equal((await stats.run('', contextOf([]).context)).text, 'There was no turn in this session yet.')
})
