import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withSpokenFile } from '../../source/governor/spoken-file.ts'

const FOLDERS: { readonly [folder: string]: readonly string[] } = {
  '.': ['logs/', 'recipes/', 'shopping.txt', 'todo-list.md', 'my file.txt', 'notes.txt'],
  logs: ['app.log', 'error.log'],
  recipes: ['soup.md', 'notes.md'],
}
const named = (message: string) => withSpokenFile(message, async (folder) => FOLDERS[folder] ?? [])

test('a file is found by the words that it is called', async () => {
  assert.equal(await named('put bananas on the shopping list please'), 'put bananas on shopping.txt please')
  assert.equal(await named('put 2 lemons on my shoping list'), 'put 2 lemons on shopping.txt')
  assert.equal(await named('whats on shoping list'), 'whats on shopping.txt')
  assert.equal(await named('show me the whole shopping list'), 'show me shopping.txt')
  assert.equal(await named('show me the error log'), 'show me logs/error.log')
  assert.equal(await named("what's on my todo list?"), "what's on todo-list.md?")
  assert.equal(
    await named('how much salt does the soup recipe take'),
    'how much salt does recipes/soup.md take',
  )
})

test('words that mean no file, or more than one, stay', async () => {
  for (const message of [
    'put bananas on the list',
    'what is the shopping like there',
    'the guest list is long',
    'the tools list is long, and the hopping list',
    'compare the app log with the error log',
    'write the report',
  ])
    assert.equal(await named(message), undefined, message)
})
