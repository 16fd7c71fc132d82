import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import type { NamedStates, StateConfig, StateFigures } from '../../source/contracts/named-states.ts'
import { hashOfConfig } from '../../source/setups/state-config.ts'
import { openNamedStates } from '../../source/setups/state-store.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { mountDisk, whyNoDisk } from '../helpers/small-disk.ts'

const skip = whyNoDisk() ?? false
if (skip !== false) process.stderr.write(`skipped: named states on a full disk: ${skip}\n`)

const CONFIG: StateConfig = {
  persona: {
    name: 'gardener',
    description: 'd',
    called: 'Mo',
    role: 'a gardener',
    style: '',
    constraints: ['Never shout.'],
    capabilities: [],
    output: '',
    shots: [
      { user: 'dig', facts: 'The spade is gone.\nSo is the fork.', assistant: 'I have no spade.' },
      { user: 'hello', facts: undefined, assistant: 'Hello!' },
    ],
  },
  role: 'reader',
  profile: undefined,
  mode: 'fresh',
  tools: ['b', 'a'],
  priorities: { b: 7 },
  instructions: 'My name is Ada.\nI live in Rome.',
}
const ABOUT = { notes: 'for the garden', parent: null, created: '2026-03-12T10:24:30.000Z' }
const FIGURES: StateFigures = {
  accuracy: 0.9,
  callMs: 400,
  tokens: 80,
  score: 88,
  date: '2026-03-12T10:24:30.000Z',
  cases: 50,
  model: 'm',
}

function opened() {
  const home = temporaryFolder('states')
  return { home, states: openNamedStates(join(home, 'states')) }
}

function configOf(states: NamedStates, name: string): StateConfig {
  const found = states.find(name)
  assert.ok(found.type === 'found', found.type === 'missing' ? found.reason : '')
  return found.state.config
}

function reasonOf(found: ReturnType<NamedStates['find']> | ReturnType<NamedStates['restore']>): string {
  return 'reason' in found ? found.reason : ''
}

test('what was saved is read again, whole', () => {
  const { states } = opened()
  assert.deepEqual(states.save('garden', CONFIG, ABOUT), { ok: true, aside: undefined })
  const read = configOf(states, 'garden')
  assert.deepEqual(read, { ...CONFIG, tools: ['a', 'b'] })
  assert.equal(hashOfConfig(read), hashOfConfig(CONFIG))
})

test('a config with a mistake is named with its place, and the other states stay', () => {
  const { states } = opened()
  states.save('one', CONFIG, ABOUT)
  states.save('two', CONFIG, ABOUT)
  const path = join(dirname(states.headFile('one')), 'config.yaml')
  writeFileSync(path, 'mode: sometimes\n')
  assert.match(
    reasonOf(states.find('one')),
    /config\.yaml` line 1, column 7: `mode` must be continue or fresh/,
  )
  writeFileSync(path, 'priorities:\n  a: 300\n')
  assert.match(reasonOf(states.find('one')), /line 2, column 6: `a` must be a whole number from 0 to 255/)
  const { states: rows, problems } = states.read()
  assert.deepEqual([rows.map(({ name }) => name), problems.length], [['two'], 1])
})

test('an unknown state is refused with the nearest name, and a bad name before anything is written', () => {
  const { home, states } = opened()
  assert.equal(reasonOf(states.find('garden')), 'There is no state `garden`; `/states save NAME` makes one.')
  states.save('garden', CONFIG, ABOUT)
  assert.equal(reasonOf(states.find('gardn')), 'There is no state `gardn`; did you mean `garden`?')
  for (const name of ['../x', 'A', '', 'a b']) assert.equal(states.save(name, CONFIG, ABOUT).ok, false, name)
  assert.equal(existsSync(join(home, 'x')), false)
})

test('a name that means no state is refused when one is saved or imported, and never suggested', () => {
  const { home, states } = opened()
  states.save('garden', CONFIG, ABOUT)
  const file = join(home, 'garden.json')
  states.exportTo('garden', { path: file, shown: file })
  for (const name of ['none', 'off']) {
    const reason = `\`${name}\` cannot be the name of a state: it means no state; take another name.`
    assert.deepEqual(states.save(name, CONFIG, ABOUT), { ok: false, reason })
    assert.deepEqual(states.importFrom(file, name), { ok: false, reason })
  }
  // As an earlier version of the program kept it.
  cpSync(join(home, 'states', 'named', 'garden'), join(home, 'states', 'named', 'none'), { recursive: true })
  assert.equal(states.find('none').type, 'found')
  assert.equal(reasonOf(states.find('nones')), 'There is no state `nones`; there are `garden`.')
})

test('what is known of a state and is damaged is named, and the state can be put on', () => {
  const { states } = opened()
  states.save('one', CONFIG, ABOUT)
  const meta = join(dirname(states.headFile('one')), 'state.meta.json')
  writeFileSync(meta, '{"notes": "the best so f')
  const { states: rows, problems } = states.read()
  assert.equal(rows.length, 1)
  assert.match(
    problems[0] ?? '',
    /^What is known of the state `one`, .* `.*state\.meta\.json`: it is no JSON; .*\.damaged`\.$/,
  )
  const found = states.find('one')
  assert.equal(found.type === 'found' && found.state.problem, problems[0])
  rmSync(meta)
  assert.deepEqual(states.read().problems, [])
})

test('a state that cannot be kept, moved or brought in is named with the place', () => {
  const home = temporaryFolder('states')
  writeFileSync(join(home, 'states'), 'in the way')
  const states = openNamedStates(join(home, 'states'))
  assert.match(
    reasonOf(states.save('garden', CONFIG, ABOUT) as { ok: false; reason: string }),
    /^The state `garden` cannot be kept in `.*states\/named` \(.+\)\.$/,
  )
  const whole = opened()
  whole.states.save('garden', CONFIG, ABOUT)
  writeFileSync(join(whole.home, 'states', 'removed'), 'in the way')
  assert.match(
    reasonOf(whole.states.remove('garden', ABOUT.created) as { ok: false; reason: string }),
    /^The state `garden` cannot be moved to `.*states\/removed` \(.+\)\.$/,
  )
})

test('a state that is saved over or deleted is moved aside and comes back', () => {
  const { states } = opened()
  states.save('garden', CONFIG, ABOUT)
  const saved = states.save('garden', { ...CONFIG, role: undefined }, ABOUT)
  assert.ok(saved.ok && saved.aside !== undefined && existsSync(join(saved.aside, 'config.yaml')))
  const removed = states.remove('garden', '2026-03-13T10:00:00.000Z')
  assert.ok(removed.ok)
  assert.equal(
    reasonOf(states.find('garden')),
    'There is no state `garden` any more; `/states restore garden` brings it back.',
  )
  assert.deepEqual(states.restore('garden', ABOUT.created, 1), {
    ok: true,
    until: '2026-03-13T10:00:00.000Z',
    aside: undefined,
  })
  assert.equal(configOf(states, 'garden').role, undefined)
  assert.match(reasonOf(states.restore('other', ABOUT.created, 1)), /^No state `other` was moved aside/)
})

test('figures are kept, newest first', () => {
  const { states } = opened()
  states.save('garden', CONFIG, ABOUT)
  states.record('garden', FIGURES)
  states.record('garden', { ...FIGURES, score: 91 })
  const found = states.find('garden')
  assert.deepEqual(found.type === 'found' && found.state.meta.measured.map(({ score }) => score), [91, 88])
})

test('an export is one file, and an import of it is the same state', () => {
  const { home, states } = opened()
  states.save('garden', CONFIG, ABOUT)
  writeFileSync(states.headFile('garden'), Buffer.from([0, 255, 1, 254]))
  writeFileSync(`${states.headFile('garden')}.json`, '{}')
  const file = join(home, 'garden.json')
  assert.ok(states.exportTo('garden', { path: file, shown: file }).ok)
  assert.match(
    reasonOf(states.exportTo('garden', { path: file, shown: file }) as { ok: false; reason: string }),
    /is there already/,
  )
  const other = openNamedStates(join(home, 'other'))
  assert.deepEqual(other.importFrom(file, undefined), { ok: true, name: 'garden' })
  assert.deepEqual(configOf(other, 'garden'), configOf(states, 'garden'))
  assert.deepEqual([...readFileSync(other.headFile('garden'))], [0, 255, 1, 254])
  assert.match(
    reasonOf(other.importFrom(file, undefined) as { ok: false; reason: string }),
    /takes another name/,
  )
  assert.deepEqual(other.importFrom(file, 'second'), { ok: true, name: 'second' })
})

test('a changed, cut or foreign export is refused, and nothing of it is written', () => {
  const { home, states } = opened()
  states.save('garden', CONFIG, ABOUT)
  const file = join(home, 'garden.json')
  states.exportTo('garden', { path: file, shown: file })
  const whole = readFileSync(file, 'utf8')
  const packed = JSON.parse(whole)
  const other = openNamedStates(join(home, 'other'))
  const broken = join(home, 'broken.json')
  const refuses = (text: string, reason: RegExp) => {
    writeFileSync(broken, text)
    assert.match(reasonOf(other.importFrom(broken, undefined) as { ok: false; reason: string }), reason)
    assert.deepEqual(other.read(), { states: [], problems: [] })
  }
  refuses(whole.slice(0, -20), /no JSON/)
  refuses('{"format": "other"}', /not what `\/states export` writes/)
  const changed = structuredClone(packed)
  changed.files['config.yaml'].base64 = Buffer.from('mode: fresh\n').toString('base64')
  refuses(JSON.stringify(changed), /checksum of its `config\.yaml` differs/)
  const outside = structuredClone(packed)
  outside.files['../settings.json'] = outside.files['config.yaml']
  refuses(JSON.stringify(outside), /holds a file `\.\.\/settings\.json`/)
  refuses(JSON.stringify({ ...packed, files: {} }), /has no `config\.yaml`/)
  refuses(JSON.stringify({ ...packed, name: '../x' }), /cannot be the name of a state/)
})

test('an import that is not there is said so', () => {
  const { home, states } = opened()
  const reason = (path: string) =>
    reasonOf(states.importFrom(path, undefined) as { ok: false; reason: string })
  assert.match(reason(join(home, 'gone.json')), /gone\.json` cannot be imported: there is no such file\.$/)
  assert.match(reason(home), /cannot be imported: it is no file\.$/)
})

test('on a full disk a state that is saved over goes on standing, and half of a new one is not left', {
  skip,
}, (t) => {
  const disk = mountDisk(t, 1)
  const states = openNamedStates(disk.path)
  states.save('garden', CONFIG, ABOUT)
  disk.fill()
  for (const name of ['garden', 'orchard']) {
    const saved = states.save(name, CONFIG, { ...ABOUT, notes: 'other' })
    assert.match(reasonOf(saved as { ok: false; reason: string }), /\(the disk is full; make room/)
  }
  const { states: rows, problems } = states.read()
  assert.deepEqual(
    [rows.map(({ name, meta }) => `${name} ${meta.notes}`), problems],
    [[`garden ${ABOUT.notes}`], []],
  )
  disk.free()
  assert.ok(states.save('garden', CONFIG, { ...ABOUT, notes: 'other' }).ok)
})

test('a folder without a config is no state and does not stop the others', () => {
  const { home, states } = opened()
  states.save('garden', CONFIG, ABOUT)
  const ghost = join(home, 'states', 'named', 'ghost')
  mkdirSync(ghost)
  writeFileSync(join(ghost, 'head.state'), 'cells')
  const { states: rows, problems } = states.read()
  assert.deepEqual([rows.length, problems], [1, []])
  assert.equal(reasonOf(states.find('ghost')), 'There is no state `ghost`; there are `garden`.')
  const file = join(home, 'garden.json')
  states.exportTo('garden', { path: file, shown: file })
  assert.match(
    reasonOf(states.importFrom(file, 'ghost') as { ok: false; reason: string }),
    /ghost` is in the way and is no state; .* takes another name\.$/,
  )
  // As an earlier version of the program moved one aside.
  states.save('ghost', CONFIG, ABOUT)
  states.remove('ghost', '2026-03-13T10:00:00.000Z')
  assert.deepEqual(states.earlier('ghost'), ['2026-03-13T10:00:00.000Z'])
})

test('what is known of a state and cannot be read is kept aside when it is written anew', () => {
  const states = openNamedStates(temporaryFolder('states'))
  states.save('one', CONFIG, ABOUT)
  const meta = join(dirname(states.headFile('one')), 'state.meta.json')
  writeFileSync(meta, '{"notes": "the best so f')
  assert.equal(states.note('one', { headTokens: 7 }), true)
  assert.equal(readFileSync(`${meta}.damaged`, 'utf8'), '{"notes": "the best so f')
  const found = states.find('one')
  assert.equal(found.type === 'found' && found.state.meta.headTokens, 7)
})

test('a state with a tool of a long name is read again', () => {
  const states = openNamedStates(temporaryFolder('states'))
  const tools = [`server_of_somebody.${'very_'.repeat(30)}long`]
  states.save('one', { ...CONFIG, tools }, ABOUT)
  const found = states.find('one')
  assert.deepEqual(found.type === 'found' && found.state.config.tools, tools)
})
