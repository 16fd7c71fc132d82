import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChangeRefused, type RowChanges } from '../../source/contracts/folder.ts'
import { textReader } from '../../source/folder/readers/text.ts'
import { changed, readText } from './round-trip.ts'

const PYTHON =
  'import os\n\nclass Cat(Animal):\n    def purr(self,\n             loud):\n        return 1\n\n    legs = 4\n\ndef main():\n    pass\nmain()\n'

async function after(path: string, text: string, changes: Partial<RowChanges>) {
  const [table] = await readText(textReader, path, text)
  assert.ok(table)
  return await changed(text, table, changes)
}

async function headings(path: string, text: string) {
  return (await readText(textReader, path, text))[0]?.rows.map((row) => row[0])
}

test('every line of code is a row with the definition around it, and no list or key', async () => {
  const tables = await readText(textReader, 'a.py', `${PYTHON}- a\n- b\nName: x\n`)
  assert.equal(tables.length, 1)
  assert.deepEqual(tables[0]?.rows, [
    [null, 'import os'],
    ['Cat', 'class Cat(Animal):'],
    ['purr', '    def purr(self,'],
    ['purr', '             loud):'],
    ['purr', '        return 1'],
    ['Cat', '    legs = 4'],
    ['main', 'def main():'],
    ['main', '    pass'],
    [null, 'main()'],
    [null, '- a'],
    [null, '- b'],
    [null, 'Name: x'],
  ])
  assert.deepEqual(tables[0]?.numbers, [1, 3, 4, 5, 6, 8, 10, 11, 12, 13, 14, 15])
  assert.equal(tables[0]?.columns[0]?.isFixed, true)
})

test('definitions are found in many languages', async () => {
  const first = async (path: string, line: string) => (await headings(path, `${line}\n  x\n`))?.[1]
  assert.equal(await first('a.ts', 'export async function load(path: string) {'), 'load')
  assert.equal(await first('a.ts', 'export const load = async (path: string): Promise<void> => {'), 'load')
  assert.equal(await first('a.js', 'const twice = x => {'), 'twice')
  assert.equal(await first('a.js', '  handle(event) {'), null)
  assert.equal(await first('a.js', 'handle(event) {'), 'handle')
  assert.equal(await first('a.go', 'func (s *Server) Serve(w http.ResponseWriter) error {'), 'Serve')
  assert.equal(await first('a.rs', 'pub(crate) fn run<T>(x: T) -> u8 {'), 'run')
  assert.equal(await first('a.java', 'public static void main(String[] args) {'), 'main')
  assert.equal(await first('a.c', 'static int *find(const char *name, int n) {'), 'find')
  assert.equal(await first('a.rb', 'def self.greet(name)'), 'greet')
  assert.equal(await first('a.sh', 'greet() {'), 'greet')
  assert.equal(await first('a.sql', 'CREATE TABLE IF NOT EXISTS orders ('), 'orders')
  assert.equal(await first('a.css', '.card > h2 {'), '.card > h2')
  assert.equal(await first('a.js', 'if (a) {'), null)
  assert.equal(await first('a.js', '} else if (a) {'), null)
})

test('the bracket that closes a definition is its last line', async () => {
  assert.deepEqual(await headings('a.c', 'int main()\n{\n  return 0;\n}\nint x;\n'), [
    'main',
    'main',
    'main',
    'main',
    null,
  ])
})

test('a changed line keeps its indentation unless it brings one', async () => {
  const set = (value: string) => after('a.py', PYTHON, { updated: [{ row: 4, column: 1, value }] })
  assert.equal(await set('return 2'), PYTHON.replace('return 1', 'return 2'))
  assert.equal(await set('        return 2'), PYTHON.replace('return 1', 'return 2'))
  assert.equal(await set('    return 2'), PYTHON.replace('        return 1', '    return 2'))
})

test('a new line goes into its definition, or to the end', async () => {
  assert.equal(
    await after('a.py', PYTHON, { added: [['main', 'print(1)']] }),
    PYTHON.replace('    pass\n', '    pass\n    print(1)\n'),
  )
  assert.equal(await after('a.py', PYTHON, { added: [[undefined, 'exit()']] }), `${PYTHON}exit()\n`)
  assert.equal(
    await after('a.c', 'int main() {\n  a();\n}\n', { added: [['main', 'b();']] }),
    'int main() {\n  a();\n  b();\n}\n',
  )
  await assert.rejects(after('a.py', PYTHON, { added: [['nowhere', 'x']] }), ChangeRefused)
})

test('what encloses a line is not changed', async () => {
  await assert.rejects(
    after('a.py', PYTHON, { updated: [{ row: 0, column: 0, value: 'Cat' }] }),
    ChangeRefused,
  )
})
