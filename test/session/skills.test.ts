// Skills in a session: behind the message, never in the head, within their budget, and said.
import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { openCommands } from '../helpers/open-commands.ts'
import { copyWorkspace, type OpenOptions, temporaryFolder } from '../helpers/open-session.ts'

const COMMIT =
  '---\nname: commit\ndescription: Write commit messages in our style\n---\nAlways begin with the word Please.\n'
const ASKED = 'write a commit message'

async function opened(
  files: { readonly home?: string; readonly workspace?: { readonly [path: string]: string } } = {},
  options: OpenOptions = {},
) {
  const home = temporaryFolder('home')
  const workspace = copyWorkspace()
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  if (files.home !== undefined) put(join(home, 'skills', 'commit', 'SKILL.md'), files.home)
  for (const [path, text] of Object.entries(files.workspace ?? {})) put(join(workspace, path), text)
  const test = await openCommands({ ...options, home, workspace })
  return {
    ...test,
    put: (path: string, text: string) => put(join(home, path), text),
    told: () => test.engine.asked.at(-1)?.messages.at(-1)?.text ?? '',
    done: async () => {
      await test.done()
      for (const folder of [home, workspace]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

test('a skill goes with a message that is about it, behind it, and the head stays as it was', async () => {
  const { session, told, notices, system, done } = await opened({ home: COMMIT })
  await session.submit('hello there')
  const head = system()
  assert.equal(told().includes('Please'), false)
  await session.submit(ASKED)
  assert.equal(told(), `${ASKED}\n\nHow to do it (skill commit):\nAlways begin with the word Please.`)
  assert.deepEqual(notices('skill'), ['The skill `commit` goes with the message.'])
  assert.equal(system(), head)
  await session.submit('thanks a lot')
  assert.equal(told().includes('How to do it'), false)
  await done()
})

test('/skill names one for a message, or for the next, once', async () => {
  const { run, session, told, done } = await opened({ home: COMMIT })
  await run('/skill commit tell me about boats')
  assert.match(told(), /^tell me about boats\n\nHow to do it \(skill commit\)/)
  assert.match((await run('/skill commit')).text, /goes with your next message/)
  await session.submit('tell me about goats')
  assert.match(told(), /^tell me about goats\n\nHow to do it/)
  await session.submit('tell me about coats')
  assert.equal(told(), 'tell me about coats')
  assert.match((await run('/skill comit x')).text, /did you mean `commit`/)
  assert.equal((await run('/skill')).ok, false)
  assert.match((await run('/skills')).text, /^used +commit {2}home +Write commit messages in our style$/)
  assert.match((await run('/skills show commit')).text, /Always begin/)
  assert.equal((await run('/skills dance')).ok, false)
  await done()
})

test('a skill that was named and is then broken is told to be missing', async () => {
  const { run, session, put, told, notices, done } = await opened({ home: COMMIT })
  await run('/skill commit')
  put('skills/commit/SKILL.md', 'no front matter')
  await session.submit('tell me about goats')
  assert.equal(told(), 'tell me about goats')
  assert.match(notices('skill').join(), /^The message goes without the skill `commit`/)
  await done()
})

test('a long skill is cut to its budget, and that is said', async () => {
  const { session, told, notices, done } = await opened({
    home: `${COMMIT}${'Mind this line.\n'.repeat(400)}`,
  })
  await session.submit(ASKED)
  assert.ok(told().length < 4 * 512 + 200, `${told().length}`)
  assert.match(
    notices('skill').join(),
    /goes with the message as far as 512 tokens reach: \d+ % of it\. The rest is left out\./,
  )
  await done()
})

test('a skill of a workspace goes with no message before it was seen', async () => {
  const { run, session, told, done } = await opened({
    workspace: { '.ethervox/skills/commit/SKILL.md': COMMIT },
  })
  await session.submit(ASKED)
  assert.equal(told(), ASKED)
  assert.match((await run('/skill commit x')).text, /came with the files of this workspace/)
  const shown = await run('/skills trust commit')
  const hash = /trust commit ([0-9a-f]{12})/.exec(shown.text)?.[1]
  assert.match((await run('/skills trust commit ffffffffffff')).text, /is not the hash/)
  assert.equal((await run(`/skills trust commit ${hash}`)).ok, true)
  await session.submit(`${ASKED} now`)
  assert.match(told(), /How to do it \(skill commit\)/)
  await done()
})

test('skills of other clients are read where the setting says so, and a broken one only says what is wrong', async () => {
  const { run, session, put, told, done } = await opened({
    workspace: { '.claude/skills/commit/SKILL.md': COMMIT, '.github/skills/other/SKILL.md': 'x' },
  })
  assert.match((await run('/skills')).text, /There are no skills/)
  await run('/settings foreignSkills true')
  assert.match((await run('/skills')).text, /not trusted +commit +client[\s\S]*broken +other +client/)
  assert.match((await run('/skill other x')).text, /has no front matter/)
  put('skills/commit/SKILL.md', COMMIT.replace('Please', 'Kindly'))
  await session.submit(ASKED)
  assert.match(told(), /Kindly/)
  await done()
})
