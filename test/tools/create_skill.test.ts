import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { skillMaker } from '../../source/home/skills-of-home.ts'
import { homePaths } from '../../source/paths.ts'
import { openSecretSwitch } from '../../source/sessions/secret-switch.ts'
import { parseSkill } from '../../source/skills/skill-file.ts'
import createSkill from '../../tools/create_skill/tool.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { sentenceOf } from './tool-context.ts'

test('a skill is written into the home, with a description that it is found by, and never over another', async () => {
  const home = temporaryFolder('home')
  const secret = openSecretSwitch(false)
  const services = { skills: skillMaker(homePaths(home, {}), secret) }
  const made = await sentenceOf(
    createSkill,
    { name: 'Weekly Report', instructions: 'done, then open' },
    { services },
  )
  const file = join(home, 'skills', 'weekly-report', 'SKILL.md')
  assert.equal(made, `The skill weekly-report is made; it lies in ${file}.`)
  assert.deepEqual(parseSkill(readFileSync(file, 'utf8'), 'weekly-report', file), {
    name: 'weekly-report',
    description: 'weekly report: done, then open',
    body: 'done, then open',
  })
  const again = await sentenceOf(createSkill, { name: 'weekly report', instructions: 'x' }, { services })
  assert.match(again, /^exists: There is a skill `weekly-report` already/)
  assert.match(readFileSync(file, 'utf8'), /done, then open\n$/)
  assert.match(await sentenceOf(createSkill, { name: '?!', instructions: 'x' }, { services }), /^bad_name: /)
  assert.match(
    await sentenceOf(createSkill, { name: '../up', instructions: 'x' }, { services }),
    /The skill up is made/,
  )
  for (const [name, plain] of [
    ['Résumé', 'resume'],
    ['Größe', 'grosse'],
  ] as const)
    assert.match(
      await sentenceOf(createSkill, { name, instructions: 'x' }, { services }),
      new RegExp(`The skill ${plain} is made`),
    )
  assert.match(await sentenceOf(createSkill, { name: 'a', instructions: ' ' }, { services }), /^empty: /)
  rmSync(home, { recursive: true })
})

test('without a home, and while nothing may be kept, none is made', async () => {
  const home = temporaryFolder('home')
  const services = { skills: skillMaker(homePaths(home, {}), openSecretSwitch(true)) }
  assert.match(await sentenceOf(createSkill, { name: 'a', instructions: 'x' }, { services }), /^secret: /)
  assert.match(await sentenceOf(createSkill, { name: 'a', instructions: 'x' }), /^no_skills: /)
  rmSync(home, { recursive: true })
})
