// Makes tar archives, also such as no honest program would.

interface Written {
  readonly path: string
  readonly prefix?: string
  readonly text?: string | Buffer
  readonly link?: string
  /** In place of the text's. */
  readonly size?: number
  readonly sizeField?: string
}

/** One header with its content; `type` is that of the format, or `folder`. */
export function entry(written: Written, type = '0'): Buffer {
  const { path, prefix = '', text = '', link = '' } = written
  const content = Buffer.from(text)
  const size = written.size ?? content.length
  const header = Buffer.alloc(512)
  header.write(path, 0, 100)
  header.write('0000644\0', 100, 'latin1')
  header.write(written.sizeField ?? `${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  header.write('00000000000\0', 136, 'latin1')
  header.write(type === 'folder' ? '5' : type, 156, 'latin1')
  header.write(link, 157, 100)
  header.write('ustar\x0000', 257, 'latin1')
  header.write(prefix, 345, 155)
  header.fill(32, 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)])
}

/** Entries with the end behind them. */
export function tar(entries: readonly Buffer[]): Buffer {
  return Buffer.concat([...entries, Buffer.alloc(1024)])
}
