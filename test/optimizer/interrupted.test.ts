import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TOOL_STRATEGIES, type ToolStrategy } from '../../source/contracts/optimized.ts'
import { optimize } from '../../source/optimizer/optimize.ts'
import type { Journal, OptimizerPorts } from '../../source/optimizer/ports.ts'
import { BEAST_OPTIONS } from './beasts.ts'
import { fakePorts } from './fake-ports.ts'

/** What a run leaves on the disk. */
interface Left {
  readonly kept: OptimizerPorts['kept']
  readonly journal: Journal
}

interface Moment {
  /** The question to a model at which it is interrupted. */
  readonly stopAt?: number
  /** The writing of the file from which on the disk is full. */
  readonly fullAt?: number
}

/** Of all moments so many are tried, spread over the run. */
const MOMENTS = 14

const NOTHING: Left = { kept: new Map(), journal: new Map() }

async function run(strategy: ToolStrategy, before: Left, { stopAt, fullAt }: Moment = {}) {
  const stop = new AbortController()
  let questions = 0
  const count = () => {
    questions++
    if (questions === stopAt) stop.abort()
  }
  const ports = fakePorts({
    ...BEAST_OPTIONS,
    choice: { strategies: [strategy] },
    kept: before.kept,
    onAsk: count,
    onWrite: count,
  })
  ports.journal = before.journal
  ports.saved = before.kept
  const { save } = ports
  ports.save = (rows) => {
    if (ports.saves + 1 === fullAt) throw new Error('`m.json` cannot be written (the disk is full)')
    save(rows)
  }
  const { result } = await optimize(ports, stop.signal)
  return { result, questions, saves: ports.saves, left: { kept: ports.saved, journal: ports.journal } }
}

const rowsOf = ({ left }: { readonly left: Left }) => Object.fromEntries(left.kept)

for (const strategy of TOOL_STRATEGIES) {
  describe(`\`${strategy}\``, () => {
    test('is interrupted at one moment or another: what was finished stays as it is, and the next run ends where one run does', async () => {
      const whole = await run(strategy, NOTHING)
      const rows = rowsOf(whole)
      assert.ok(Object.values(rows).some((row) => row.tried?.[strategy]?.kept))
      assert.ok(whole.questions > 5)
      const step = Math.ceil(whole.questions / MOMENTS)
      for (let stopAt = 1; stopAt <= whole.questions; stopAt += step) {
        const first = await run(strategy, NOTHING, { stopAt })
        assert.match(first.result.text, /Interrupted; what was finished is kept/)
        for (const [name, row] of first.left.kept) assert.deepEqual(row, rows[name], `${name} at ${stopAt}`)
        const second = await run(strategy, first.left)
        assert.equal(second.result.ok, true)
        assert.deepEqual(rowsOf(second), rows, `at ${stopAt}`)
        if (first.left.kept.size + first.left.journal.size > 0)
          assert.ok(second.questions < whole.questions, `done things are not done again, at ${stopAt}`)
      }
    })

    test('says of a disk that became full what was kept and nothing else, and goes on where room is made', async () => {
      const whole = await run(strategy, NOTHING)
      for (let fullAt = 1; fullAt <= whole.saves; fullAt++) {
        const first = await run(strategy, NOTHING, { fullAt })
        const { ok, text } = first.result
        assert.equal(ok, false)
        assert.match(text, /It stopped: `m\.json` cannot be written \(the disk is full\)\. Of what was tried/)
        const kept = [...first.left.kept.values()].filter((row) => row.tried?.[strategy]?.kept)
        assert.equal(/It applies from now on/.test(text), kept.length > 0, text)
        assert.match(text, new RegExp(`^${strategy}: .* ${kept.length} changed`))
        const second = await run(strategy, first.left)
        assert.deepEqual(rowsOf(second), rowsOf(whole), `full at ${fullAt}`)
      }
    })
  })
}
