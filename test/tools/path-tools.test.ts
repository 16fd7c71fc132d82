import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import fileAppend from '../../tools/file_append/tool.ts'
import fileList from '../../tools/file_list/tool.ts'
import fileRead from '../../tools/file_read/tool.ts'
import fileWrite from '../../tools/file_write/tool.ts'
import memoryExport from '../../tools/memory_export/tool.ts'
import pathCheck from '../../tools/path_check_unverified/tool.ts'
import pathGet from '../../tools/path_get/tool.ts'
import pathList from '../../tools/path_list/tool.ts'
import pathSet from '../../tools/path_set/tool.ts'
import { openTestMemory } from '../memory/open-memory.ts'
import { call, sentenceOf, someContext } from './tool-context.ts'
import { openToolHome } from './tool-home.ts'

function opened(t: TestContext) {
  const place = openToolHome(t, { 'a.txt': '' })
  const music = join(place.top, 'music')
  mkdirSync(join(music, 'old'), { recursive: true })
  writeFileSync(join(music, 'list.txt'), 'songs')
  const set = (path: string, label: string) => sentenceOf(pathSet, { path, label }, place.context)
  const get = (label: string) => sentenceOf(pathGet, { label }, place.context)
  const preview = async (path: string, label: string) => {
    try {
      return await pathSet.preview?.({ path, label }, place.context)
    } catch (error) {
      assert.ok(error instanceof ToolFailure)
      return `${error.code}: ${error.message}`
    }
  }
  return { ...place, music, set, get, preview }
}

test('a folder that got a name can be read by it, from then on and in later sessions', async (t) => {
  const { music, context, home, set, get } = opened(t)
  assert.match(await sentenceOf(fileRead, { path: 'Music/list.txt' }, context), /^not_found: /)
  assert.match(await sentenceOf(fileRead, { path: join(music, 'list.txt') }, context), /^outside_workspace: /)
  assert.equal(await set(music, 'Music'), `Music is now ${music}.`)
  assert.equal(await get('music'), `Music is ${music}.`)
  const read = await call(fileRead, { path: 'Music/list.txt' }, context)
  assert.ok(read.type === 'said')
  assert.equal(read.said.detail, 'songs')
  assert.equal(
    await sentenceOf(fileList, { directory: 'music' }, context),
    `${music} has 2 entries: list.txt, old/.`,
  )
  assert.deepEqual(JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8')).folders, { Music: music })
  assert.equal(await set(music, 'music'), `music is already ${music}.`)
})

test('naming opens a folder unless it is open already, or stays closed', async (t) => {
  const { music, context, set } = opened(t)
  const widens = (path: string, label: string) => pathSet.widens?.({ path, label }, context)
  assert.equal(await widens(music, 'Music'), `it opens \`${music}\` to every tool that reads files`)
  assert.equal(await widens('sub', 'Sub'), undefined, 'the workspace is open')
  assert.equal(await widens('/', 'Disk'), undefined, 'it gets the name alone')
  await set(music, 'Music')
  assert.equal(await widens(join(music, 'old'), 'Old'), undefined)
  await assert.rejects(async () => widens(music, 'a/b'), { code: 'bad_label' })
})

test('the preview says what naming a folder opens', async (t) => {
  const { music, set, preview } = opened(t)
  assert.equal(
    await preview(music, 'Music'),
    `Music would be ${music}.\nEverything in this folder can then be read without a question, as in the workspace; nothing in it can be written.`,
  )
  await set(music, 'Music')
  assert.match((await preview(join(music, 'old'), 'music')) ?? '', new RegExp(`\\(until now ${music}\\)`))
  assert.match((await preview(join(music, 'new'), 'New')) ?? '', /\nIt does not exist yet\.$/)
  assert.equal(await preview(music, 'music'), `music is ${music} already.`)
})

test('what holds too much gets a name and is never opened', async (t) => {
  const { person, top, home, context, set, preview } = opened(t)
  mkdirSync(join(person, '.ssh'))
  writeFileSync(join(person, '.ssh', 'key'), 'key')
  for (const [path, why] of [
    ['/', /it is the root of the disk/],
    [person, /it is your home folder/],
    [top, /it holds your home folder/],
    [home, /it holds this program's own files/],
    [join(person, '.ssh'), /`\.ssh` is hidden/],
    ['/proc', /the system itself/],
    ['/dev/../sys', /the system itself/],
  ] as const) {
    assert.match((await preview(path, 'wide')) ?? '', why, path)
    assert.match(
      (await preview(path, 'wide')) ?? '',
      /gets the name alone and is not opened for reading/,
      path,
    )
    assert.match(await set(path, 'wide'), /it cannot be read by this name, because /, path)
    const refused = await sentenceOf(fileRead, { path: 'wide/a.txt' }, context)
    assert.match(refused, /^outside_workspace: `wide` is .*; it cannot be read by this name, because /, path)
    assert.match(refused, why, path)
    assert.match(refused, /; name another folder\.$/, path)
    assert.doesNotMatch(refused, /yourself/, path)
  }
  await set(join(person, '.ssh'), 'wide')
  assert.match(
    await sentenceOf(fileRead, { path: join(person, '.ssh', 'key') }, context),
    /^outside_workspace: /,
  )
})

test('a link to a closed folder is judged by where it ends', async (t) => {
  const { top, person, workspace, set } = opened(t)
  symlinkSync(person, join(workspace, 'shortcut'))
  assert.match(await set('shortcut', 'all'), new RegExp(`^all is now ${person}; it cannot be read`))
  symlinkSync(join(top, 'nowhere'), join(workspace, 'dangling'))
  assert.match(await set('dangling', 'x'), /^bad_path: /)
  assert.match(await set('dangling/deeper', 'x'), /^bad_path: /)
})

test('labels and paths that cannot be are refused', async (t) => {
  const { music, set, workspace } = opened(t)
  for (const label of ['', ' ', '.', '..', '~', '~x', 'a/b', 'a\\b', 'a\nb', 'x'.repeat(61), '__proto__'])
    assert.match(await set(music, label), /^bad_label: /, JSON.stringify(label))
  for (const path of ['E:\\Spiele', '~root/x', '$HOME/x', 'file:///x', '', 'a\0b', 'a\nb'])
    assert.match(await set(path, 'x'), /^bad_path: /, JSON.stringify(path))
  assert.match(await set(join(workspace, 'a.txt'), 'x'), /^not_a_folder: /)
})

test('the words around a label are no part of it', async (t) => {
  const { music, set, get } = opened(t)
  await set(music, 'Music')
  for (const label of ['my Music folder', '"Music"', 'the music directory', ' Music ']) {
    assert.equal(await get(label), `Music is ${music}.`, label)
  }
  assert.equal(await set(music, 'Folder'), `Folder is now ${music}.`)
})

test('a name that there is not names the nearest', async (t) => {
  const { music, set, get } = opened(t)
  assert.equal(
    await get('Music'),
    'not_found: There is no folder named `Music`; no folder has a name yet; say `let work stand for /srv/company` to give one a name.',
  )
  await set(music, 'Music')
  assert.equal(await get('Musik'), 'not_found: There is no folder named `Musik`; did you mean Music?')
  assert.equal(await get('taxes'), 'not_found: There is no folder named `taxes`; there is Music.')
})

test('the folders of the desktop have names, are not open, and give way to the person’s', async (t) => {
  const { person, music, context, set, get } = opened(t)
  mkdirSync(join(person, '.config'))
  mkdirSync(join(person, 'Muziek'))
  writeFileSync(
    join(person, '.config/user-dirs.dirs'),
    '# made by xdg\nXDG_MUSIC_DIR="$HOME/Muziek"\nXDG_DOWNLOAD_DIR="/data/Downloads"\nXDG_TEMPLATES_DIR="$HOME/"\nXDG_DESKTOP_DIR=evil\n',
  )
  assert.equal(await get('Muziek'), `Muziek is ${join(person, 'Muziek')}.`)
  assert.equal(
    await sentenceOf(pathList, {}, context),
    '2 folders have names, all of them from the desktop: Downloads, Muziek.',
  )
  assert.match(
    await sentenceOf(fileList, { directory: 'Muziek' }, context),
    /^outside_workspace: `Muziek` is .*; it can be read once you give this folder a name yourself\.$/,
  )
  await set(music, 'muziek')
  assert.equal(await get('Muziek'), `muziek is ${music}.`)
  assert.equal(
    await sentenceOf(pathList, {}, context),
    '2 folders have names, 1 of them from the desktop: Downloads, muziek.',
  )
})

test('without `user-dirs.dirs` the usual folders of a home that exist have their names', async (t) => {
  const { person, context, get } = opened(t)
  assert.equal(
    await sentenceOf(pathList, {}, context),
    'No folder has a name yet; say `let work stand for /srv/company` to give one a name.',
  )
  mkdirSync(join(person, 'Downloads'))
  writeFileSync(join(person, 'Music'), 'no folder')
  assert.equal(await get('downloads'), `Downloads is ${join(person, 'Downloads')}.`)
  assert.match(await get('Music'), /^not_found: .* there is Downloads\.$/)
  assert.match(await sentenceOf(fileList, { directory: 'Downloads' }, context), /^outside_workspace: /)
  mkdirSync(join(person, '.config'))
  writeFileSync(join(person, '.config/user-dirs.dirs'), 'XDG_MUSIC_DIR="$HOME/Muziek"\n')
  assert.match(await get('Downloads'), /^not_found: /)
})

test('nothing is written by the name of a folder, unless the workspace has a folder of this name', async (t) => {
  const { person, music, workspace, context, set } = opened(t)
  await set(music, 'Songs')
  mkdirSync(join(person, 'Downloads'))
  const { memory, book } = await openTestMemory()
  t.after(() => book.close())
  memory.store({ text: 'the cat eats at seven', kind: 'fact' })
  const services = { ...context.services, memory: book }
  const write = (path: string) => sentenceOf(fileWrite, { path, content: 'x' }, context)
  const refused = /^outside_workspace: `.*` is outside the workspace .*, and named folders only be read\.$/
  for (const path of ['Songs/s.txt', 'songs/new/s.txt', 'Songs', 'Downloads/list.txt']) {
    assert.match(await write(path), refused, path)
    await assert.rejects(
      async () => fileWrite.preview?.({ path, content: 'x' }, context),
      { code: 'outside_workspace' },
      path,
    )
    assert.match(await sentenceOf(fileAppend, { path, content: 'x' }, context), refused, path)
    const args = { filepath: path, format: 'json' }
    assert.match(await sentenceOf(memoryExport, args, { ...context, services }), refused, path)
  }
  assert.deepEqual(readdirSync(workspace).sort(), ['.keep', 'a.txt'])
  assert.match(await write('./Downloads/list.txt'), /^Downloads\/list\.txt was made/)
  assert.match(await write('Downloads/more.txt'), /^Downloads\/more\.txt was made/)
  assert.match(await write('Songs/../b.txt'), /^b\.txt was made/)
})

test('a name of a folder in the workspace says how to write there', async (t) => {
  const { workspace, context, set } = opened(t)
  mkdirSync(join(workspace, 'sub'))
  await set('sub', 'mine')
  assert.equal(
    await sentenceOf(fileWrite, { path: 'mine/a.txt', content: 'x' }, context),
    'bad_path: `mine` is a name for reading alone; in the workspace this is `sub/a.txt`, so write that.',
  )
})

test('folders that are gone, became files or became links are told', async (t) => {
  const { top, music, context, set, get } = opened(t)
  const check = () => call(pathCheck, {}, context)
  const said = async () => {
    const outcome = await check()
    assert.ok(outcome.type === 'said')
    return outcome.said
  }
  assert.equal((await said()).sentence, 'No folder has a name yet, so there is nothing to check.')
  await set(music, 'Music')
  assert.equal((await said()).sentence, 'The one named folder exists.')
  await set(join(top, 'gone'), 'scans')
  assert.equal((await said()).sentence, '1 named folder does not exist: scans.')
  assert.match(await get('scans'), /; no such folder exists\.$/)
  await set(join(music, 'old'), 'old')
  rmSync(join(music, 'old'), { recursive: true })
  symlinkSync(top, join(music, 'old'))
  assert.deepEqual(await said(), {
    sentence: '2 named folders are not right: old, scans.',
    detail: `old: ${join(music, 'old')} is a link now; name it again to read it\nscans: ${join(top, 'gone')} does not exist`,
    key: ['old', 'scans'],
  })
  assert.match(
    await sentenceOf(fileList, { directory: 'old' }, context),
    /^(?:outside_workspace|not_found): /,
  )
})

test('damaged settings are a sentence, and the workspace can be read all the same', async (t) => {
  const { home, context } = opened(t)
  writeFileSync(join(home, 'settings.json'), '{')
  assert.match(await sentenceOf(pathList, {}, context), /^no_settings: The settings `.*` cannot be read: /)
  assert.equal(await sentenceOf(fileRead, { path: 'a.txt' }, context), 'a.txt is empty.')
})

test('where there is no home, that is said', async () => {
  for (const [tool, args] of [
    [pathList, {}],
    [pathCheck, {}],
    [pathGet, { label: 'x' }],
    [pathSet, { path: '/tmp', label: 'x' }],
  ] as const)
    assert.match(await sentenceOf(tool, args, someContext), /^no_folders: /)
})
