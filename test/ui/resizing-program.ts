// The screen over a session that says one sentence more each time the terminal has another size, for a test in a
// pseudo-terminal. Nothing is drawn between a sentence and the next size, so what is seen does not depend on the machine.
import { runScreen } from '../../source/ui/screen.tsx'
import { delta, FakeSession, started } from './fake-session.ts'

const session = new FakeSession()
const done = runScreen(session, { commandNames: [] })
let said = 0
const say = () => {
  said++
  // Three sentences are a paragraph, which goes above the frame.
  const end = said % 3 === 0 ? '\n\n' : ' '
  session.say(
    delta(`Sentence ${said} begins here, sails over the wide and wild sea, and is over at ${said}.${end}`),
  )
}
session.say(started(1, 'show me'))
say()
process.stdout.on('resize', () => setImmediate(say))
process.exitCode = await done
