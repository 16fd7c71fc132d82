import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createToolFinder } from '../../source/prompt/calls/tool-names.ts'

const TOOLS = [
  'get_time',
  'get_date',
  'file_read',
  'file_list',
  'memory_get',
  'calculator_compute',
  'time.zone_of',
]
const find = createToolFinder(TOOLS)

describe('the tool that a written name means', () => {
  test('is the one of that name, whatever the case and the separators', () => {
    for (const name of [
      'get_time',
      'getTime',
      'GetTime',
      'GET_TIME',
      'get-time',
      'get time',
      'gettime',
      'get.time',
    ])
      assert.equal(find(name, false), 'get_time', name)
    assert.equal(find('time.zone_of', false), 'time.zone_of')
    assert.equal(find('timeZoneOf', false), 'time.zone_of')
  })

  test('may stand behind a module', () => {
    for (const name of ['functions.get_time', 'default_api.getTime', 'a.b.get_time'])
      assert.equal(find(name, false), 'get_time', name)
  })

  test('is found behind a slip where a marker says that this is a call', () => {
    for (const [name, tool] of [
      ['get_tiem', 'get_time'],
      ['get_tme', 'get_time'],
      ['file_raed', 'file_read'],
      ['calculater_compute', 'calculator_compute'],
      ['calculator_computre', 'calculator_compute'],
    ] as const) {
      assert.equal(find(name, true), tool, name)
      assert.equal(find(name, false), undefined, name)
    }
  })

  test('is none where the slip could be another word, or another tool', () => {
    for (const name of ['', 'x', 'get', 'time', 'memory_set', 'set_time', 'file', 'send_mail', 'get_tate'])
      assert.equal(find(name, true), undefined, name)
    assert.equal(createToolFinder(['get_data', 'get_date'])('get_datx', true), undefined)
    assert.equal(createToolFinder(['getTime', 'get_time'])('GET-TIME', true), undefined)
    assert.equal(find('x'.repeat(100_000), true), undefined)
  })

  test('is none where it is not enabled, and its neighbour does not stand in', () => {
    const some = createToolFinder(['file_read'], ['file_read', 'file_reads'])
    assert.equal(some('file_read', true), 'file_read')
    assert.equal(some('file_reads', true), undefined)
    assert.equal(some('fileReads', true), undefined)
  })
})
