// The screen over a session that streams one long answer, for a test in a pseudo-terminal: what a flickering screen would
// do can only be seen in the bytes that it writes. Ends with the answer.
import { readFileSync } from 'node:fs'
import { runScreen } from '../../source/ui/screen.tsx'
import { answer, delta, FakeSession, finished, started } from './fake-session.ts'

const text = readFileSync(process.argv[2] ?? '', 'utf8')
const session = new FakeSession()
const done = runScreen(session, { commandNames: [] })
session.say(started(1, 'show me'))
const pieces = text.match(/[\s\S]{1,24}/g) ?? []
// Usually a little more than a model's speed: several pieces for each frame.
const pieceMs = Number(process.argv[3] ?? 15)
const clock = setInterval(() => {
  const piece = pieces.shift()
  if (piece !== undefined) return session.say(delta(piece))
  clearInterval(clock)
  session.say(answer(text), finished())
  session.change({ model: 'the-end' })
}, pieceMs)
process.exitCode = await done
