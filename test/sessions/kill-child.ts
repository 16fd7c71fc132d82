// Turn after turn, with and without a call, until somebody kills the process; says each answer as a surface would: after
// the store has heard it.
import { writeSync } from 'node:fs'
import { openSecretSwitch } from '../../source/sessions/secret-switch.ts'
import { openConversations } from '../../source/sessions/store.ts'
import { ADD, runTestTurn } from '../governor/turn-ports.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'

const store = openConversations(
  {
    dir: process.argv[2] ?? '',
    clock: { now: () => new Date(), monotonicMs: () => performance.now(), timeZone: 'UTC' },
    secret: openSecretSwitch(false),
    workspace: '/w',
    version: '0.1.0',
    days: () => 90,
  },
  () => undefined,
)
const answers = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`say ${at}`, 'word '.repeat(at * 5)]),
)
const engine = createFakeEngine({ answers, calls: { 'add 1 and 2': '{"a":1,"b":2}' } })
for (let turn = 1; ; turn++) {
  const isCall = turn % 3 === 0
  const { outcome } = await runTestTurn(isCall ? 'add 1 and 2' : `say ${turn % 40}`, {
    engine,
    route: isCall ? ADD.name : undefined,
    input: { turn },
    hear: (event) => {
      store.hear(event)
      if (event.type === 'answer') writeSync(1, `${store.current} ${event.turn} ${event.text.length}\n`)
    },
  })
  store.leave(turn, { calls: outcome.calls })
  // A conversation is a file: a process that lives long writes several.
  if (turn % 100 === 0) store.begin()
}
