import { describe, expect, it } from 'vitest';
import { readHtml } from '../../../main/documents/parser/html-text.ts';

const text = (html: string) => readHtml(html).text;

describe('documents/parser/html-text', () => {
  it('gives headings, paragraphs, lists and tables as lines', () => {
    const html = `<h1>A <em>great</em> house</h1><p>One\n two<br>three.</p><ul><li>first</li><li><p>second</p></li></ul>
      <table><caption>Prices</caption><tr><th>Seed</th><th>Euro</th></tr><tr><td>Basil</td><td><p>2</p><p>40</p></td></tr></table><p>End`;
    expect(text(html)).toBe(
      'A great house\n\nOne two\nthree.\n\n- first\n- second\n\nPrices\n\nSeed | Euro\nBasil | 2\n\n40\n\nEnd',
    );
    expect(readHtml(html).marks).toEqual([{ kind: 'heading', at: 0, to: 13, level: 1, title: 'A great house' }]);
  });

  it('leaves out what is not said on the page', () => {
    const html = `<title>T &amp; U</title><nav>menu</nav><script>evil()</script><style>p{}</style><noscript>no</noscript>
      <div style="color:red; display : none">hidden</div><p hidden>too</p><template>t</template><select><option>o</option></select><p>Seen &lt;b&gt;</p>`;
    expect(readHtml(html)).toMatchObject({ text: 'Seen <b>', title: 'T & U' });
  });

  it('keeps the lines of what is set as it is written', () => {
    expect(text('<pre>a\n  b</pre><p>c</p>')).toBe('a\n  b\n\nc');
  });

  it('reads what is broken or hostile', () => {
    expect(text('<p>open <b>bold<p>next</div></span>')).toBe('open bold\n\nnext');
    expect(text(`<table>${'<tr>'.repeat(200)}<td>x`)).toContain('x');
    expect(text('plain')).toBe('plain');
    expect(() => text('<div>'.repeat(20_000))).toThrow('too-deep');
  });
});
