// Markdown as models write it, for tests of what is drawn.

const LONG_CODE = Array.from({ length: 40 }, (_, at) => `    total += values[${at}]  # step ${at}`).join('\n')

export const DOCUMENTS: { readonly [name: string]: string } = {
  plain: 'Just one line.',
  paragraphs:
    'The first paragraph has *emphasis*, **strong words**, ***both***, ~~gone~~ and `code`.\nA line of its own.\n\nThe second one links to [the manual](https://example.org/manual) and to https://example.org/x?a=1&b=2.',
  headings: '# One\n\nText\n## Two\n### Three\nUnder three\n\nSet\n===\n\nAlso set\n---\n\nEnd',
  lists:
    'Shopping:\n- apples\n- pears and a rather long explanation of what kind of pears they should be\n  - green\n  - yellow\n    - ripe\n- bread\n\n1. first\n2. second\n   continued\n\n   and a paragraph\n10. tenth\n\n- [x] done\n- [ ] open',
  table:
    'Before\n\n| Name | Size | What it is for |\n|:-----|-----:|:--------------:|\n| alpha | 1 | the first letter of an alphabet that has many more of them |\n| beta | 22 | **second** `x\\|y` |\n| gamma | 333 | [third](https://example.org) |\n\nAfter',
  overfull: '| a | b |\n|---|---|\n| 1 | 2 | three |\n| 4 | 5 |',
  quotes: '> A quote with *words*\n> and a second line\n>\n> > nested\n>\n> - item\n\nText\n\n---\n\nEnd',
  code: 'Code:\n```typescript\nconst answer: number = 42 // the answer\nfunction f(x: string) {\n  return x + 1\n}\n```\nThen\n\n    indented code\n    two lines\n\n~~~\n```\n~~~\n\nEnd',
  longCode: `\`\`\`python\ndef total(values):\n    """Adds\n    them up."""\n    total = 0\n${LONG_CODE}\n    return total\n\`\`\`\n\nThat is all.`,
  unclosed: 'See:\n\n```python\nprint("hello")\nfor i in range(3):\n    print(i)',
  unclosedMarks: 'This is **bold without an end and `code without an end\n\n[link without](http://exa',
  cjk: '# 日本語の見出し\n\n日本語の文章は単語の間に空白がありません。しかし、行は折り返さなければなりません。\n\n| 名前 | 大きさ |\n|---|---|\n| 東京都 | 大 |\n| Köln | 小 |\n\n- 項目一\n- 项目二\n- 항목 셋',
  emoji: '- 👩‍👩‍👧 family\n- 🇩🇪 flag\n- ✅ done 🚀\n\n| 🎉 | text |\n|----|------|\n| 👍🏽 | ok |',
  rtl: 'שלום עולם, זה טקסט **מודגש**.\n\n- عنصر أول\n- عنصر ثان\n\nMixed: abc אבג 123.',
  html: 'Text <b>bold</b> &amp; &lt;tag&gt; a&nbsp;b<br>next\n\n<div>\nblock\n</div>\n\n<!-- comment -->\nEnd',
  escapes:
    'A \x1b[31mred\x1b[0m word, \x1b]8;;http://evil.example\x07link\x1b]8;;\x07 and \x9b2J.\n\n```\n\x1b[2J\x1b[H\n```\n\n[x\x1b[1m](http://a.b/\x1b[2J)\n\n- \u202eright to left\u202c',
  images: '![a picture](https://example.org/p.png)\n\n[1]: https://example.org\n\nSee [one][1].',
  steps:
    "Here's how:\n\n1. **Install** it:\n   ```bash\n   npm install\n\n   npm test\n   ```\n2. Run it:\n\n   - on Linux\n   - on macOS\n\n3. Done.\n\n* star\n+ plus",
  broken:
    '| a | b |\n|---|\n| only | one |\n\n- \n-\n1.\n\n#\n####### seven\n\n***\n\n**\n\n`\n\n> \n\n\\* escaped \\_x\\_',
  windows: 'line one\r\nline two\r\n\r\n- a\r\n- b\r\n\r\n```\r\ncode\r\n```\r\n',
}
