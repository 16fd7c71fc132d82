import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findProgram } from '../../source/paths.ts'
import { isPersonaProblem, parsePersona, personaText } from '../../source/setups/persona-file.ts'
import { openPersonas } from '../../source/setups/persona-folder.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const program = findProgram()

function problemOf(text: string): string {
  const read = parsePersona(text, 'x', 'x.yaml')
  assert.ok(isPersonaProblem(read), 'it is refused')
  return read.message
}

test('the shipped default persona is the identity that stands in the head without a persona', () => {
  const found = openPersonas({ shipped: program.personas, own: '/nowhere' }).find('default')
  assert.ok(found.type === 'found')
  const identity = readFileSync(program.systemText, 'utf8').split('\n')[0]
  assert.equal(personaText(found.persona), identity)
  assert.deepEqual(found.persona.shots, [])
})

test('every shipped persona can be read; one with turns has one from facts and a direct answer', () => {
  const { personas, problems } = openPersonas({ shipped: program.personas, own: '/nowhere' }).read()
  assert.deepEqual(problems, [])
  assert.deepEqual(
    personas.map(({ name }) => name),
    ['concise', 'default', 'home-assistant', 'tutor'],
  )
  for (const { name, shots } of personas.filter((one) => one.shots.length > 0)) {
    assert.ok(shots.some(({ facts }) => facts !== undefined) && shots.some(({ facts }) => !facts), name)
  }
})

test('what a persona says is one line: who it is, style, constraints, what it can, how answers look', () => {
  const read = parsePersona(
    'name: Mo\nrole: a   gardener.\ndescription: d\nstyle: Be kind.\nconstraints: [Never shout.]\ncapabilities: [plant, sow, weed]\noutput: |\n  Use\n  lists.\n',
    'mo',
    'mo.yaml',
  )
  assert.ok(!isPersonaProblem(read))
  assert.equal(
    personaText(read),
    'You are Mo, a gardener. Be kind. Never shout. You can plant, sow and weed. Use lists.',
  )
})

test('what is wrong in a file is said with line and column', () => {
  const base = 'role: a cook\ndescription: d\n'
  assert.match(problemOf(`${base}stlye: x\n`), /^`x\.yaml` line 3, column 1: there is no field `stlye`/)
  assert.match(problemOf('description: d\n'), /^`x\.yaml` line 1, column 1: `role` must be a text/)
  assert.match(problemOf(`${base}constraints: no\n`), /line 3, column 14: `constraints` must be a list/)
  assert.match(problemOf(`${base}constraints:\n  - 7\n`), /line 4, column 5: it must be a text/)
  assert.match(problemOf('role: [a\n'), /^`x\.yaml` line 2, column 1: /)
  assert.match(problemOf('- role\n'), /^`x\.yaml` line 1, column 1: the file must be a map/)
  const direct = `${base}shots:\n  - user: a\n    assistant: b\n`
  assert.match(problemOf(direct), /line 4, column 3: `shots` must have one with `facts`/)
})

test('a persona of the home replaces a shipped one, a broken one is named, an unknown one has a hint', () => {
  const own = join(temporaryFolder('personas'), 'personas')
  mkdirSync(own)
  writeFileSync(join(own, 'tutor.yaml'), 'role: a strict tutor\ndescription: mine\n')
  writeFileSync(join(own, 'broken.yaml'), 'role: 7\ndescription: d\n')
  writeFileSync(join(own, 'notes.txt'), 'no persona')
  const folder = openPersonas({ shipped: program.personas, own })
  const tutor = folder.find('tutor')
  assert.equal(tutor.type === 'found' && tutor.persona.description, 'mine')
  const broken = folder.find('broken')
  assert.match(broken.type === 'missing' ? broken.reason : '', /broken\.yaml` line 1, column 7: `role`/)
  assert.equal(folder.read().problems.length, 1)
  assert.deepEqual(folder.find('tuter'), {
    type: 'missing',
    reason: 'There is no persona `tuter`; did you mean `tutor`?',
  })
  for (const name of ['../tutor', '', 'TUTOR']) assert.equal(folder.find(name).type, 'missing', name)
})

test('a file with a name that means no persona is named as unusable, and never suggested', () => {
  const own = temporaryFolder('personas')
  for (const name of ['none', 'off', 'chef'])
    writeFileSync(join(own, `${name}.yaml`), 'role: a cook\ndescription: d\n')
  const folder = openPersonas({ shipped: '/nowhere', own })
  const { personas, problems } = folder.read()
  assert.deepEqual(
    personas.map(({ name }) => name),
    ['chef'],
  )
  assert.equal(problems.length, 2)
  assert.match(
    problems[0] ?? '',
    /^The persona `.*none\.yaml` cannot be used: `none` means no persona; give the file another name\.$/,
  )
  const found = folder.find('nones')
  assert.equal(found.type === 'missing' && found.reason, 'There is no persona `nones`; there are `chef`.')
})

test('a file that is no persona for its name alone is named, and so it is when it is asked for', () => {
  const own = temporaryFolder('personas')
  for (const file of ['pirate.yml', 'Captain.yaml', 'chef.yaml', '.chef.yaml', 'chef.yaml~'])
    writeFileSync(join(own, file), 'role: a cook\ndescription: d\n')
  const folder = openPersonas({ shipped: '/nowhere', own })
  const { personas, problems } = folder.read()
  assert.deepEqual(
    personas.map(({ name }) => name),
    ['chef'],
  )
  assert.equal(problems.length, 2)
  for (const name of ['pirate', 'Captain']) {
    const found = folder.find(name)
    assert.match(
      found.type === 'missing' ? found.reason : '',
      /^The persona `.*(?:pirate\.yml|Captain\.yaml)` is passed over: call the file `NAME\.yaml`, /,
      name,
    )
  }
})
