import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { findProgram, homePaths } from '../../source/paths.ts'

describe('the program', () => {
  test('finds its own files', () => {
    const program = findProgram()
    for (const name of [
      'packageRoot',
      'codeRoot',
      'toolsDir',
      'commandsDir',
      'systemText',
      'noneRequests',
      'mistakenRequests',
      'catalogue',
      'engineChild',
    ] as const) {
      assert.ok(existsSync(program[name]), name)
    }
    assert.match(program.version, /^\d+\.\d+\.\d+/)
  })

  test('runs from source here', () => {
    const { packageRoot, codeRoot, engineChild } = findProgram()
    assert.equal(packageRoot, resolve(import.meta.dirname, '../..'))
    assert.equal(codeRoot, packageRoot)
    assert.ok(engineChild.endsWith('child.ts'))
  })
})

describe('the home', () => {
  test('is the flag, else the variable, else the data folder of the platform', () => {
    assert.equal(homePaths('/a', { ETHERVOX_HOME: '/b' }).home, '/a')
    assert.equal(homePaths(undefined, { ETHERVOX_HOME: '/b' }).home, '/b')
    assert.equal(homePaths('', { ETHERVOX_HOME: '/b' }).home, '/b')
    assert.match(homePaths(undefined, {}).home, /ethervox$/)
  })

  test('is absolute, whatever was given', () => {
    assert.equal(homePaths('here', {}).home, resolve('here'))
    assert.equal(homePaths(undefined, { ETHERVOX_HOME: './x/../y' }).home, resolve('y'))
  })

  test('begins in the folder of the person where a `~` stands, and nowhere else', () => {
    assert.equal(homePaths('~/x', {}).home, join(homedir(), 'x'))
    assert.equal(homePaths('~', {}).home, homedir())
    const { home, models } = homePaths(undefined, { ETHERVOX_HOME: '~/x', ETHERVOX_MODELS: '~/models' })
    assert.deepEqual([home, models], [join(homedir(), 'x'), join(homedir(), 'models')])
    assert.equal(homePaths('a/~/b', {}).home, resolve('a/~/b'))
    assert.equal(homePaths('~ana', {}).home, resolve('~ana'))
  })

  test('holds everything, but for models that are shared', () => {
    const { home, ...rest } = homePaths('/a', {})
    assert.ok(Object.values(rest).every((path) => path.startsWith(`${home}/`)))
    const shared = homePaths('/a', { ETHERVOX_MODELS: 'models' })
    assert.equal(shared.models, resolve('models'))
    assert.equal(shared.states, join('/a', 'states'))
  })

  test('keeps its layout', () => {
    const { manifest, settings, optimized } = homePaths('/a', {})
    assert.deepEqual(
      [manifest, settings, optimized],
      ['/a/tools/tools.bin', '/a/settings.json', '/a/tools/optimized'],
    )
  })
})
