// A planned change is made whole or not at all, and taken back whole.
import assert from 'node:assert/strict'
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import undo from '../../commands/undo.ts'
import type { CommandContext } from '../../source/contracts/command.ts'
import type { FileHistory, Kept } from '../../source/contracts/file-history.ts'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { makeChange, writeChanges } from '../../source/folder/changes/write-changes.ts'
import { withSecret } from '../../source/home/lent/secret-history.ts'
import { openSecretSwitch } from '../../source/sessions/secret-switch.ts'
import { openFolder } from './changes-folder.ts'

const EXPENSES = 'what,amount\nhostel,18.5\ntrain,42\n'
const TODO = '\ufeff# Todo\r\n\r\n- [ ] one\r\n- [ ] two\r\n- [ ] three\r\n'
const FILES = { 'expenses.csv': EXPENSES, 'notes.txt': 'first\nsecond\nthird\n', 'todo.md': TODO }
const ALL = [
  "UPDATE expenses SET amount = 20 WHERE what = 'hostel'",
  "UPDATE notes SET text = 'zwei' WHERE n = 2",
  "UPDATE todo SET done = 1 WHERE text = 'one'",
]

async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    assert.ok(error instanceof ToolFailure, String(error))
    return `${error.code}: ${error.message}`
  }
  return 'it did not fail'
}

function open(t: TestContext, files: Readonly<Record<string, string>> = FILES, budgetBytes?: number) {
  const place = openFolder(t, files, { budgetBytes })
  const texts = () => Object.keys(files).map((path) => place.text(path))
  const all = Object.values(files)
  const commands = {
    services: { fileHistory: place.fileHistory },
    conversations: { when: (time: string) => time },
  }
  const say = async (input: string, fileHistory: FileHistory = place.fileHistory) => {
    const context = { ...commands, services: { fileHistory } } as object as CommandContext
    const { text } = await undo.run(input, context)
    return text.replaceAll(`${place.workspace}/`, '').replaceAll(/`[^`]*\/undo\/[^`]*`/g, '`kept`')
  }
  return { ...place, texts, all, say }
}

test('all files of a change are written, and one `/undo` takes all of them back', async (t) => {
  const { make, text, texts, all, say, workspace } = open(t)
  const { made } = await make(...ALL)
  assert.deepEqual(made, { paths: ['expenses.csv', 'notes.txt', 'todo.md'], note: '' })
  assert.equal(text('expenses.csv'), 'what,amount\nhostel,20\ntrain,42\n')
  assert.equal(text('todo.md'), TODO.replace('[ ] one', '[x] one'))
  assert.match(await say('list'), /^ {2}\S+ {2}changed {2}expenses\.csv, notes\.txt and todo\.md$/)
  assert.equal(
    await say(''),
    'expenses.csv, notes.txt and todo.md are what they were before; what they were until now lies in `kept`, `kept` and `kept`.',
  )
  assert.deepEqual(texts(), all)
  assert.equal(await say(''), 'There is no change of a file to take back.')
  assert.deepEqual(readdirSync(workspace).sort(), ['.keep', ...Object.keys(FILES)])
})

test('a change of one file is one change as before', async (t) => {
  const { make, say, texts, all } = open(t)
  await make(ALL[0] ?? '')
  await make(ALL[1] ?? '')
  assert.equal(await say(''), 'notes.txt is what it was before; what it was until now lies in `kept`.')
  assert.equal(await say(''), 'expenses.csv is what it was before; what it was until now lies in `kept`.')
  assert.deepEqual(texts(), all)
})

test('where one of the files changed since, it is named and all stay; without it the rest comes back', async (t) => {
  const { make, say, text, workspace } = open(t)
  await make(...ALL)
  writeFileSync(join(workspace, 'notes.txt'), 'by hand')
  assert.equal(
    await say(''),
    'notes.txt was not touched: somebody else changed it since. expenses.csv and todo.md, which were changed together with it, stay as they are, too. ' +
      'The earlier version of notes.txt lies in `kept`; with `/undo skip` notes.txt is left out, and `/undo` takes back the rest.',
  )
  assert.notEqual(text('expenses.csv'), EXPENSES)
  assert.equal(await say('skip'), 'notes.txt stays as it is.')
  assert.match(await say(''), /^expenses\.csv and todo\.md are what they were before;/)
  assert.deepEqual([text('expenses.csv'), text('notes.txt'), text('todo.md')], [EXPENSES, 'by hand', TODO])
  assert.equal(await say(''), 'There is no change of a file to take back.')
})

test('a whole change can be let stand, and one of which nothing is left to take back is passed over', async (t) => {
  const { make, say, workspace, texts, all } = open(t)
  await make(ALL[1] ?? '')
  await make(ALL[0] ?? '', ALL[2] ?? '')
  assert.equal(await say('skip'), 'expenses.csv and todo.md stay as they are.')
  assert.match(await say(''), /^notes\.txt is what it was before;/)
  await make("UPDATE notes SET text = 'x' WHERE n = 1")
  await make('UPDATE expenses SET amount = 1 WHERE n = 1', 'UPDATE todo SET done = 1 WHERE n = 2')
  writeFileSync(join(workspace, 'todo.md'), TODO.replace('[ ] one', '[x] one'))
  writeFileSync(join(workspace, 'expenses.csv'), EXPENSES.replace('18.5', '20'))
  assert.match(
    await say(''),
    /^expenses\.csv and todo\.md are already what they were before\. Before that: notes\.txt is what it was before;/,
  )
  assert.notDeepEqual(texts(), all)
})

test('while secret is on a change of several files is undone from memory, as one', async (t) => {
  const secret = openSecretSwitch(true)
  let history: FileHistory | undefined
  const { make, text, home } = openFolder(t, FILES, {
    services: (lent) => {
      history = lent.fileHistory && withSecret(lent.fileHistory, secret)
      return { ...lent, ...(history && { fileHistory: history }), secret }
    },
  })
  const { made } = await make(...ALL)
  assert.equal(made.note, ' As secret is on, `/undo` can take it back only until the program ends.')
  assert.ok(!readdirSync(home).includes('undo'))
  const outcome = await history?.undo()
  assert.ok(outcome?.type === 'undone' && outcome.kept === undefined)
  assert.equal(outcome.others?.length, 2)
  assert.deepEqual([text('expenses.csv'), text('todo.md')], [EXPENSES, TODO])
  assert.equal((await history?.undo())?.type, 'nothing')
})

test('a file that is another when it comes to writing stops all of them before the first one', async (t) => {
  const { plan, context, texts, text, workspace, fileHistory } = open(t)
  const { plan: made, view } = await plan(...ALL)
  writeFileSync(join(workspace, 'todo.md'), 'by hand')
  const before = texts()
  assert.equal(
    await failureOf(makeChange(made, view.tables, context)),
    'changed: `todo.md` was not written: somebody else changed it meanwhile. Ask again.',
  )
  rmSync(join(workspace, 'todo.md'))
  assert.equal(
    await failureOf(makeChange(made, view.tables, context)),
    'changed: `todo.md` was not written: somebody else removed it meanwhile. Ask again.',
  )
  assert.equal(text('expenses.csv'), before[0])
  assert.deepEqual(await fileHistory.list(), [])
})

test('safe mode and write protection stop all of them', async (t) => {
  const { plan, context, texts, all, workspace, settings, fileHistory } = open(t)
  const { plan: made, view } = await plan(...ALL)
  chmodSync(join(workspace, 'todo.md'), 0o444)
  assert.match(
    await failureOf(makeChange(made, view.tables, context)),
    /^no_access: `todo\.md` was not written: it is write-protected/,
  )
  chmodSync(join(workspace, 'todo.md'), 0o644)
  settings.set('safeMode', true)
  assert.match(
    await failureOf(makeChange(made, view.tables, context)),
    /^safe_mode: `expenses\.csv` was not written/,
  )
  assert.deepEqual(texts(), all)
  assert.deepEqual(await fileHistory.list(), [])
})

test('where one cannot be written, those before it are put back and nothing is left to undo', async (t) => {
  const { plan, context, texts, all, workspace, fileHistory } = open(t)
  const { plan: made } = await plan(...ALL)
  // The last one becomes another while the first ones are written.
  const files = made.files
  let kept = 0
  const history: FileHistory = {
    ...bound(fileHistory),
    keep: async (change): Promise<Kept> => {
      const done = await fileHistory.keep(change)
      if (++kept === 3) writeFileSync(join(workspace, 'todo.md'), 'by hand')
      return done
    },
  }
  const services = { ...context.services, fileHistory: history }
  assert.equal(
    await failureOf(writeChanges(files, { ...context, services })),
    'changed: `todo.md` was not written: somebody else changed it meanwhile. Ask again. `expenses.csv` and `notes.txt` are what they were.',
  )
  assert.deepEqual(texts(), [all[0], all[1], 'by hand'])
  assert.deepEqual(await fileHistory.list(), [])
})

test('where the earlier version of one cannot be kept, nothing is written', async (t) => {
  const { plan, context, texts, all, fileHistory } = open(t)
  const { plan: made } = await plan(...ALL)
  let kept = 0
  const history: FileHistory = {
    ...bound(fileHistory),
    keep: async (change) => {
      if (++kept === 2) throw new ToolFailure('no_history', 'The disk is full.')
      return fileHistory.keep(change)
    },
  }
  const services = { ...context.services, fileHistory: history }
  assert.equal(
    await failureOf(writeChanges(made.files, { ...context, services })),
    'no_history: The disk is full.',
  )
  assert.deepEqual(texts(), all)
  assert.deepEqual(await fileHistory.list(), [])
})

test('a file that cannot be put back stays in the history, and that is said', async (t) => {
  const { plan, context, text, workspace, fileHistory, say } = open(t)
  const { plan: made } = await plan(ALL[0] ?? '', ALL[1] ?? '')
  const fail = async () => {
    // Somebody is faster than the putting back.
    writeFileSync(join(workspace, 'notes.txt'), 'by hand')
    throw new ToolFailure('refused', 'The reminder was refused.')
  }
  assert.equal(
    await failureOf(writeChanges(made.files, context, fail)),
    'refused: The reminder was refused. `expenses.csv` is what it was. `notes.txt` could not be put back; `/undo` does that.',
  )
  assert.equal(text('expenses.csv'), EXPENSES)
  assert.equal((await fileHistory.list()).length, 1)
  assert.match(await say(''), /^notes\.txt was not touched: somebody else changed it since\./)
})

test('an ended turn writes nothing', async (t) => {
  const { plan, context, texts, all, fileHistory } = open(t)
  const { plan: made, view } = await plan(...ALL)
  const ended = { ...context, signal: AbortSignal.abort(new Error('ended')) }
  await assert.rejects(makeChange(made, view.tables, ended), { name: 'AbortError' })
  assert.deepEqual(texts(), all)
  assert.deepEqual(await fileHistory.list(), [])
})

test('versions that were kept before there were groups are taken back one by one', async (t) => {
  const { make, home, say, texts, all } = open(t)
  await make(...ALL)
  for (const id of readdirSync(join(home, 'undo'))) {
    const path = join(home, 'undo', id, 'change.json')
    const { group, ...old } = JSON.parse(readFileSync(path, 'utf8'))
    assert.equal(typeof group, 'string')
    writeFileSync(path, JSON.stringify(old))
  }
  for (const name of ['todo.md', 'notes.txt', 'expenses.csv'])
    assert.ok((await say('')).startsWith(`${name} is what it was before;`))
  assert.deepEqual(texts(), all)
})

test('the versions of one change are not dropped for one another, however small the budget', async (t) => {
  const big = Object.fromEntries(
    ['a', 'b', 'c'].map((name) => [`${name}.csv`, `x,y\n${`${name},1\n`.repeat(400)}`]),
  )
  const { make, texts, all, fileHistory, say } = open(t, big, 1_000)
  await make(
    'UPDATE a SET y = 2 WHERE n = 1',
    'UPDATE b SET y = 2 WHERE n = 1',
    'UPDATE c SET y = 2 WHERE n = 1',
  )
  assert.equal((await fileHistory.list()).length, 3)
  assert.match(await say(''), /^a\.csv, b\.csv and c\.csv are what they were before;/)
  assert.deepEqual(texts(), all)
})

/** All ways of a history, which is a class. */
function bound(history: FileHistory): FileHistory {
  return {
    guarded: history.guarded,
    keep: (change) => history.keep(change),
    list: () => history.list(),
    elsewhere: () => history.elsewhere(),
    undo: () => history.undo(),
    skip: () => history.skip(),
    tidy: (most) => history.tidy(most),
  }
}
