// What stands in a folder that somebody else made: nothing of it is followed, waited for, or dropped in silence.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readCommandFolders } from '../../source/custom-commands/command-folder.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

function folderOf(t: TestContext): string {
  const folder = temporaryFolder('commands')
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a link is not followed, wherever it leads, and that is said; the others are there', (t) => {
  const folder = folderOf(t)
  writeFileSync(join(folder, 'elsewhere.txt'), 'a text of another folder')
  symlinkSync(join(folder, 'elsewhere.txt'), join(folder, 'a.md'))
  // Read to its end, it would fill the memory.
  symlinkSync('/dev/zero', join(folder, 'b.md'))
  symlinkSync('/nowhere', join(folder, 'c.md'))
  mkdirSync(join(folder, 'd.md'))
  writeFileSync(join(folder, 'e.md'), 'hello')
  const { commands, problems } = readCommandFolders([folder], [])
  assert.deepEqual(
    commands.map(({ name }) => name),
    ['e'],
  )
  assert.equal(problems.length, 4)
  for (const problem of problems) assert.match(problem, /[abcd]\.md` is not used: it is no plain file/)
})

const noPipes = process.platform === 'win32' && 'Windows has no named pipes among its files'
test('a named pipe is not waited for', { skip: noPipes, timeout: 10_000 }, (t) => {
  const folder = folderOf(t)
  execFileSync('mkfifo', [join(folder, 'a.md')])
  // In a process of its own, which can be ended should it wait after all.
  const code = `import { readCommandFolders } from ${JSON.stringify(import.meta.resolve('../../source/custom-commands/command-folder.ts'))}
    console.log(readCommandFolders([process.argv[1]], []).problems.join())`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', code, folder], { timeout: 5_000 })
  assert.match(String(said), /a\.md` is not used: it is no plain file/)
})

test('a file that is too long or no text is not used', (t) => {
  const folder = folderOf(t)
  writeFileSync(join(folder, 'long.md'), 'x'.repeat(64_001))
  writeFileSync(join(folder, 'odd.md'), Buffer.from([0xff, 0xfe]))
  const { commands, problems } = readCommandFolders([folder], [])
  assert.deepEqual(commands, [])
  assert.match(problems.join('\n'), /long\.md` is not used: it has more than 64000 bytes/)
  assert.match(problems.join('\n'), /odd\.md` is not used: it is not UTF-8/)
})

test('of more than 200 files those beyond are named', (t) => {
  const folder = folderOf(t)
  for (let count = 100; count < 304; count++) writeFileSync(join(folder, `c${count}.md`), 'hello')
  const { commands, problems } = readCommandFolders([folder], [])
  assert.equal(commands.length, 200)
  assert.deepEqual(problems, [
    `\`${folder}\` has 204 commands, and 200 are read; not used: \`c300.md\`, \`c301.md\`, \`c302.md\` and 1 more. Take some of them away.`,
  ])
  rmSync(join(folder, 'c300.md'))
  rmSync(join(folder, 'c301.md'))
  rmSync(join(folder, 'c302.md'))
  assert.match(readCommandFolders([folder], []).problems.join(), /not used: `c303\.md`\. /)
})
