// The spoken chat over a session with a fake engine, for a test in a pseudo-terminal: what is read out is every byte of it.

import { runSpoken } from '../../../source/ui/spoken/spoken-chat.ts'
import { addFileWrite } from '../../helpers/file-write.ts'
import { copyWorkspace, openTestSession } from '../../helpers/open-session.ts'

const answers = {
  'first message':
    '# Harbour\n\nThe boat lies at **berth 14**.\n\n| rope | metres |\n|---|---|\n| bow | 12 |\n',
  'second message': 'It has `two` masts.',
  'third message': 'A third answer.',
}
const { session, done } = await openTestSession({
  interactive: true,
  workspace: copyWorkspace(),
  script: { answers },
})
addFileWrite(session)
const route = () => ({ tool: null, confidence: 1, by: 'none', candidates: [] })
Object.assign(session.ground, { router: { route, split: (message: string) => [message] } })
await runSpoken(session, { input: process.stdin, output: process.stdout })
process.exitCode = await done()
