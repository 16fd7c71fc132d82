// PDF from hand-written objects, with the table of their places.

export interface Words {
  readonly text: string
  readonly x?: number
  readonly y: number
  readonly size?: number
}

/** The bytes of a document: a page for each list of words, in Helvetica. */
export function pdfFile(pages: readonly (readonly Words[])[], trailer = ''): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '']
  const kids: string[] = []
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (const words of pages) {
    const content = words
      .map(
        ({ text, x = 72, y, size = 10 }) =>
          `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`,
      )
      .join('\n')
    objects.push(`<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`)
    kids.push(`${objects.length + 1} 0 R`)
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    )
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = text.length
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
