import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openScratchGround } from '../../source/measured/scratch-ground.ts'
import { homePaths } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const clock = { now: () => new Date('2026-03-12T10:24:30Z'), monotonicMs: () => 0, timeZone: 'UTC' }

test('what a measurement changes is gone with the case, and neither home nor workspace has it', async () => {
  const [home, workspace] = [temporaryFolder('home'), temporaryFolder('workspace')]
  mkdirSync(join(workspace, 'docs'))
  writeFileSync(join(workspace, 'docs', 'a.txt'), 'one')
  const scratch = openScratchGround(workspace, homePaths(home, {}), clock)
  const { memory, rings, safeMode } = scratch.services
  const store = async (text: string) =>
    (await memory?.open())?.store({ text, kind: 'fact', tags: [] }).entry.id
  writeFileSync(join(scratch.workspace, 'docs', 'a.txt'), 'two')
  writeFileSync(join(scratch.workspace, 'b.txt'), 'new')
  assert.equal(await store('the key is with Ana'), 1)
  assert.equal(await store('the bin goes out on Monday'), 2)
  await rings?.add({
    kind: 'timer',
    label: 'tea',
    dueMs: clock.now().getTime() + 60_000,
    setMs: clock.now().getTime(),
  })
  safeMode?.turnOn()
  assert.deepEqual([(await rings?.list())?.length, safeMode?.isOn], [1, true])
  scratch.renew()
  assert.equal(readFileSync(join(scratch.workspace, 'docs', 'a.txt'), 'utf8'), 'one')
  assert.equal(existsSync(join(scratch.workspace, 'b.txt')), false)
  assert.deepEqual([(await rings?.list())?.length, safeMode?.isOn], [0, false])
  assert.equal(await store('numbers begin again'), 1)
  scratch.close()
  assert.equal(existsSync(scratch.workspace), false)
  assert.equal(readFileSync(join(workspace, 'docs', 'a.txt'), 'utf8'), 'one')
  const paths = homePaths(home, {})
  assert.deepEqual(
    [paths.memory, paths.rings, paths.settings].map((path) => existsSync(path)),
    [false, false, false],
  )
  for (const folder of [home, workspace]) rmSync(folder, { recursive: true })
})

test('a link inside the workspace leads to its file in the copy', () => {
  const [home, workspace] = [temporaryFolder('home'), temporaryFolder('workspace')]
  writeFileSync(join(workspace, 'a.txt'), 'one')
  symlinkSync('a.txt', join(workspace, 'link.txt'))
  const scratch = openScratchGround(workspace, homePaths(home, {}), clock)
  writeFileSync(join(scratch.workspace, 'link.txt'), 'two')
  assert.equal(readFileSync(join(workspace, 'a.txt'), 'utf8'), 'one')
  assert.equal(readFileSync(join(scratch.workspace, 'a.txt'), 'utf8'), 'two')
  scratch.close()
  for (const folder of [home, workspace]) rmSync(folder, { recursive: true })
})
