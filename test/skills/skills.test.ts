// Skills as files: what is read, what is chosen, what is not trusted.
import assert from 'node:assert/strict'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import type { Skill } from '../../source/contracts/skills.ts'
import { contentWords } from '../../source/router/words.ts'
import { chooseSkill, SKILL_SURE, skillFit } from '../../source/skills/choose-skill.ts'
import { formatSkill, parseSkill } from '../../source/skills/skill-file.ts'
import { openSkillFolders } from '../../source/skills/skill-folders.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const COMMIT: Skill = { name: 'commit', description: 'Write commit messages in our style', body: 'Be short.' }
const REVIEW: Skill = {
  name: 'code-review',
  description: 'Review a pull request or a change of code, for bugs first',
  body: 'Look for bugs.',
}

test('a file is read, and one that is written is read as it was', () => {
  assert.deepEqual(parseSkill(formatSkill(COMMIT), 'commit', 'f'), COMMIT)
  const other = '---\ndescription: >\n  Write\n  verse\nallowed-tools: Read\n---\nRhyme.\n---\nAnd so on.'
  assert.deepEqual(parseSkill(other, 'verse', 'f'), {
    name: 'verse',
    description: 'Write verse',
    body: 'Rhyme.\n---\nAnd so on.',
  })
})

test('what is wrong with a file is one sentence', () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['', /has no front matter/],
    ['Just text.', /has no front matter/],
    ['---\ndescription: x\n', /has no front matter/],
    ['x\n---\ndescription: x\n---\ny', /has no front matter/],
    ['---\nname: commit\n---\ntext', /needs a `description`/],
    ['---\ndescription: [a]\n---\ntext', /needs a `description`/],
    ['---\nname: other\ndescription: x\n---\ntext', /is `other`, and its folder is `commit`/],
    ['---\ndescription: x\n---\n  \n', /has nothing below/],
    ['---\ndescription: "x\n---\ntext', /line \d+, column \d+/],
    [`---\ndescription: ${'x'.repeat(1_025)}\n---\ntext`, /has 1025 characters/],
    ['---\n- a\n---\ntext', /needs a `description`/],
    ['---\nname:\n  toString: x\ndescription: d\n---\ntext', /is no text; write `name: "commit"`/],
    ['---\nname: [commit]\ndescription: d\n---\ntext', /is no text; write `name: "commit"`/],
    ['---\nname: "a\\e[2Jb"\ndescription: d\n---\ntext', /is `a\ufffd\[2Jb`, and its folder/],
  ]
  for (const [text, wanted] of cases) {
    const read = parseSkill(text, 'commit', 'f')
    assert.ok(typeof read === 'string', text)
    assert.match(read, wanted, text)
  }
})

test('a name that YAML reads as a number is the folder’s all the same, and one that it changes is to be quoted', () => {
  const named = (name: string, folder: string) =>
    parseSkill(`---\nname: ${name}\ndescription: d\n---\ntext`, folder, 'f')
  for (const [name, folder] of [
    ['2024', '2024'],
    ['true', 'true'],
    ['"007"', '007'],
  ] as const)
    assert.deepEqual(named(name, folder), { name: folder, description: 'd', body: 'text' }, name)
  assert.match(String(named('007', '007')), /is no text; write `name: "007"`/)
})

test('no damaged byte of a file makes it throw', () => {
  const text = formatSkill(REVIEW)
  for (let at = 0; at < text.length; at++)
    for (const damaged of [text.slice(0, at), `${text.slice(0, at)}{[${text.slice(at + 1)}`])
      assert.ok(['string', 'object'].includes(typeof parseSkill(damaged, 'code-review', 'f')))
})

test('a skill is chosen by the words of its description, and only where it is surely meant', () => {
  const chosen = (message: string) => chooseSkill(message, [COMMIT, REVIEW], contentWords)?.name
  for (const message of [
    'write a commit message for what I did',
    'please write commit messages',
    'commit message in our style?',
  ])
    assert.equal(chosen(message), 'commit', message)
  for (const message of ['review this pull request', 'can you review the code of my change?'])
    assert.equal(chosen(message), 'code-review', message)
  for (const message of [
    'what time is it?',
    'write a poem about boats',
    'commit',
    'write a letter to my landlord about the broken heating in the kitchen and the style of the message',
    'hello',
    '',
  ])
    assert.equal(chosen(message), undefined, message)
})

test('the line between sure and unsure is where it is said to be', () => {
  assert.equal(SKILL_SURE, 0.5)
  const fit = (message: string) =>
    skillFit(message, { ...COMMIT, description: 'red green blue yellow' }, (text) => text.split(' '))
  assert.equal(fit('red'), 0)
  assert.equal(fit('red green'), 0.75)
  assert.equal(fit('red green other'), 0.5)
  assert.ok(fit('red green other more') < SKILL_SURE)
})

test('folders are read in their order, what is foreign only when it is trusted, and links are not followed', () => {
  const root = temporaryFolder('skills')
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  put('own/commit/SKILL.md', formatSkill(COMMIT))
  put('work/commit/SKILL.md', formatSkill({ ...COMMIT, body: 'Be long.' }))
  put('work/code-review/SKILL.md', formatSkill(REVIEW))
  put('own/broken/SKILL.md', 'no front matter')
  put('own/empty/README.md', 'x')
  put('own/Bad Name/SKILL.md', formatSkill(COMMIT))
  mkdirSync(join(root, 'own/link'))
  symlinkSync(join(root, 'own/commit/SKILL.md'), join(root, 'own/link/SKILL.md'))
  symlinkSync(join(root, 'own/commit'), join(root, 'own/linked'))
  put('own/Notes/README.md', 'x')
  put('own/.kept/SKILL.md', formatSkill(COMMIT))
  let trusted: readonly string[] = []
  const read = openSkillFolders(
    () => [
      { path: join(root, 'own'), from: 'home', isForeign: false },
      { path: join(root, 'work'), from: 'workspace', isForeign: true },
      { path: join(root, 'nowhere'), from: 'client', isForeign: true },
    ],
    () => trusted,
  )
  const states = () => read().map(({ row }) => `${row.from} ${row.name} ${row.state}`)
  assert.deepEqual(states(), [
    'home broken broken',
    'home commit used',
    'home empty broken',
    'home link broken',
    'home Bad Name broken',
    'home linked broken',
    'workspace code-review untrusted',
    'workspace commit untrusted',
  ])
  assert.match(read().find(({ row }) => row.name === 'link')?.problem ?? '', /no plain file/)
  const described = (name: string) => read().find(({ row }) => row.name === name)?.row.description ?? ''
  assert.match(described('Bad Name'), /^the name of its folder must be a to z/)
  assert.match(described('linked'), /is a link, and links are not followed$/)
  trusted = read().map(({ row }) => row.sha256)
  assert.deepEqual(states().slice(-2), ['workspace code-review used', 'workspace commit hidden'])
  put('work/code-review/SKILL.md', formatSkill({ ...REVIEW, body: 'Other.' }))
  assert.equal(states().at(-2), 'workspace code-review untrusted')
  rmSync(root, { recursive: true })
})

test('a file that cannot be parsed at all is a broken skill, and the others are read', () => {
  const root = temporaryFolder('skills')
  for (const name of ['commit', 'bad']) mkdirSync(join(root, name))
  writeFileSync(join(root, 'commit/SKILL.md'), formatSkill(COMMIT))
  writeFileSync(join(root, 'bad/SKILL.md'), '---\nname:\n  toString: x\ndescription: d\n---\ntext\n')
  const folders = () => [{ path: root, from: 'workspace', isForeign: true }] as const
  const read = openSkillFolders(folders, () => [])
  assert.deepEqual(
    read().map(({ row }) => `${row.name} ${row.state}`),
    ['bad broken', 'commit untrusted'],
  )
  const parse = () => {
    throw new TypeError('Cannot convert object to primitive value')
  }
  const [, guarded] = openSkillFolders(folders, () => [], parse)()
  assert.equal(guarded?.row.state, 'broken')
  assert.match(
    guarded?.problem ?? '',
    /^The skill `.*SKILL\.md` cannot be read \(Cannot convert object to primitive value\)\.$/,
  )
  rmSync(root, { recursive: true })
})
