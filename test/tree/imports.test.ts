import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Import, type ProjectFile, readProjectFiles } from './project-files.ts'
import {
  JOINING,
  ROOMS,
  ROOT_PACKAGES,
  roomOf,
  SHARED_PACKAGES,
  SURFACES,
  TEST_PACKAGES,
  TOOL,
} from './rooms.ts'

const source = readProjectFiles('source')
const commands = readProjectFiles('commands')
const tools = readProjectFiles('tools')

const rooms = Object.keys(ROOMS).filter((room) => room.startsWith('source/'))
const lower = rooms.filter((room) => !SURFACES.includes(room))

test('each room of source imports only what its row of the table allows', () => {
  const broken = source
    .filter((file) => roomOf(file.path) !== file.path)
    .flatMap((file) => {
      const own = roomOf(file.path)
      const joining = JOINING[own]
      if (joining !== undefined) return violations(file, [own, ...lower, ...joining.ours], joining.outside)
      const room = ROOMS[own]
      if (room === undefined) return [`${file.path}: the room ${own} has no row in test/tree/rooms.ts`]
      return violations(file, [own, ...room.ours], room.outside)
    })
  assert.deepEqual(broken, [])
})

test('the files directly in source put rooms together, and only the command line opens a surface', () => {
  const beside = source.map(({ path }) => path).filter((path) => roomOf(path) === path)
  const broken = source
    .filter((file) => roomOf(file.path) === file.path)
    .flatMap((file) => {
      const allowed = file.path === 'source/cli.ts' ? rooms : lower
      const ours = [...allowed, ...Object.keys(JOINING), ...beside]
      return violations(file, ours, ['node', ...(ROOT_PACKAGES[file.path] ?? [])])
    })
  assert.deepEqual(broken, [])
})

test('commands import contracts and nothing else', () => {
  const { ours, outside } = ROOMS.commands ?? { ours: [], outside: [] }
  assert.deepEqual(
    commands.flatMap((file) => violations(file, ours, outside)),
    [],
  )
})

test('a tool imports its contract, the toolkit, its own folder, and at most one library', () => {
  const broken = tools.flatMap((file) => {
    const packages = new Set(
      tools
        .filter((other) => roomOf(other.path) === roomOf(file.path))
        .flatMap((other) => other.imports.flatMap(({ outside }) => outside ?? []))
        .filter((name) => name !== 'node'),
    )
    const outside = packages.size <= 1 ? [...TOOL.outside, ...packages] : TOOL.outside
    return violations(file, [roomOf(file.path), ...TOOL.ours], outside)
  })
  assert.deepEqual(broken, [])
})

test('tests import our files, Node, and the few packages that have a reason', () => {
  const broken = readProjectFiles('test').flatMap((file) =>
    violations(
      file,
      ['source', 'commands', 'tools', 'test', 'scripts'],
      ['node', ...Object.keys(TEST_PACKAGES)],
    ),
  )
  assert.deepEqual(broken, [])
})

test('an outside package has one importing folder, so that it can be replaced in one place, but where a reason is written', () => {
  const importers = new Map<string, Set<string>>()
  for (const file of [...source, ...commands, ...tools]) {
    for (const { outside } of file.imports) {
      if (outside === undefined || outside === 'node') continue
      importers.set(outside, (importers.get(outside) ?? new Set()).add(roomOf(file.path)))
    }
  }
  const shared = [...importers]
    .filter(([, rooms]) => rooms.size > 1)
    .map(([name, rooms]) => [name, ...[...rooms].sort()])
  const allowed = Object.entries(SHARED_PACKAGES).map(([name, { rooms }]) => [name, ...rooms])
  assert.deepEqual(shared, allowed)
  assert.ok(importers.has('node-llama-cpp'), 'the scan finds imports at all')
})

function violations(file: ProjectFile, ours: readonly string[], outside: readonly string[]): string[] {
  return file.imports
    .filter((one) =>
      one.ours === undefined
        ? !outside.includes(one.outside ?? '')
        : !ours.some((place) => one.ours === place || one.ours?.startsWith(`${place}/`)),
    )
    .map((one) => say(file, one))
}

function say(file: ProjectFile, { from }: Import): string {
  return `${file.path} imports ${from}`
}
