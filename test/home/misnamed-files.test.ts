// Files whose names cannot be those of a tool or of a composite: seen, not used, and said.
import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCommands } from '../helpers/open-commands.ts'
import { copyWorkspace, temporaryFolder } from '../helpers/open-session.ts'

test('what cannot be called by its name is listed as broken, with the reason', async () => {
  const [home, workspace] = [temporaryFolder('home'), copyWorkspace()]
  const put = (folder: string, names: readonly string[]) => {
    mkdirSync(folder, { recursive: true })
    for (const name of names) writeFileSync(join(folder, name), 'title: x\n')
  }
  put(join(home, 'composites'), ['notes-copy.yaml', 'Copy.yaml', 'copy.yml', '.hidden.yaml', 'notes.txt'])
  put(join(workspace, '.ethervox', 'composites'), ['a\u202eb.yaml'])
  put(join(home, 'tools'), ['My Tool.md', 'README.md', '.x.md', 'data.json'])
  const { run, notices, session, done } = await openCommands({ home, workspace })
  const composites = (await run('/composite')).text
  assert.match(
    composites,
    /^broken {7}Copy\.yaml +home\nbroken {7}copy\.yml +home\nbroken {7}notes-copy\.yaml +home\nbroken {7}a<U\+202E>b\.yaml +workspace\n/,
  )
  assert.match(
    (await run('/composite check copy.yml')).text,
    /copy\.yml` is not used: its name must be a to z/,
  )
  assert.match(
    (await run('/composite trust a<U+202E>b.yaml')).text,
    /a<U\+202E>b\.yaml` is not used: its name/,
  )
  assert.match((await run('/tool')).text, /^broken {7}My Tool\.md +.*home/)
  assert.doesNotMatch((await run('/tool')).text, /README|data|\.x/)
  const said = notices('ground').join('\n')
  assert.match(said, /My Tool\.md` is not used: the name of a tool's file must be a to z/)
  assert.match(said, /notes-copy\.yaml` is not used/)
  assert.equal(session.ground.tools.has('copy'), false)
  await done()
  for (const folder of [home, workspace]) rmSync(folder, { recursive: true, force: true })
})
