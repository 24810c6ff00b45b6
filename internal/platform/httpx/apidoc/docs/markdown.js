import {h, code} from './dom.js';

// slug is the name of a heading in addresses.
export const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');

// inline gives the nodes of one line of text: `code`, **bold**, [links](address).
export function inline(text, link = (address) => address) {
  const out = [];
  let last = 0;
  for (const m of text.matchAll(/`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g)) {
    if (m.index > last) out.push(text.slice(last, m.index));
    if (m[1] !== undefined) out.push(h('code', null, m[1]));
    else if (m[2] !== undefined) out.push(h('strong', null, inline(m[2], link)));
    else {
      const address = link(m[4]);
      out.push(address ? h('a', {href: /^(https?:|[/#])/.test(address) ? address : '#'}, inline(m[3], link)) : h('span', null, inline(m[3], link)));
    }
    last = m.index + m[0].length;
  }
  if (last < text.length) out.push(text.slice(last));
  return out;
}

const item = /^(\s*)([-*]|\d+\.)\s+(.*)$/;

// blocks gives the nodes of a text: headings, paragraphs, lists, tables, code.
export function blocks(text, {link, heading = 0, anchor} = {}) {
  const lines = text.replace(/<!--[\s\S]*?-->/g, '').split('\n');
  const out = [];
  for (let i = 0; i < lines.length;) {
    const line = lines[i];
    let m;
    if (!line.trim()) {
      i++;
    } else if ((m = /^(\s*)```(\w*)/.exec(line))) {
      const body = [];
      for (i++; i < lines.length && !/^\s*```/.test(lines[i]); i++) body.push(lines[i].slice(Math.min(m[1].length, /^\s*/.exec(lines[i])[0].length)));
      i++;
      out.push(code(body.join('\n'), m[2]));
    } else if (/^ {4}\S/.test(line)) {
      const body = [];
      for (; i < lines.length && (/^ {4}/.test(lines[i]) || (!lines[i].trim() && /^ {4}/.test(lines[i + 1] ?? ''))); i++) body.push(lines[i].slice(4));
      out.push(code(body.join('\n')));
    } else if ((m = /^(#{1,5})\s+(.*)$/.exec(line))) {
      const id = slug(m[2]);
      out.push(h('h' + Math.min(6, m[1].length + heading), anchor ? {id: anchor(id)} : null, inline(m[2], link)));
      i++;
    } else if (/^\s*\|/.test(line)) {
      const rows = [];
      for (; i < lines.length && /^\s*\|/.test(lines[i]); i++) rows.push(lines[i].trim().replace(/^\||\|$/g, '').split(/(?<!\\)\|/).map((c) => c.trim()));
      const [head, , ...body] = rows;
      out.push(h('div', {class: 'scroll'}, h('table', null,
        h('thead', null, h('tr', null, head.map((c) => h('th', null, inline(c, link))))),
        h('tbody', null, body.map((r) => h('tr', null, r.map((c) => h('td', null, inline(c, link)))))))));
    } else if ((m = item.exec(line))) {
      const [, indent, sign] = m;
      const list = h(/\d/.test(sign) ? 'ol' : 'ul');
      let body = null;
      const end = () => {
        if (!body) return;
        while (!body.at(-1).trim()) body.pop();
        const plain = body.every((l) => l.trim() && !item.test(l) && !/^\s*(```|\|)/.test(l));
        const box = /^\[[ x]\]\s+/.exec(body[0]);
        if (box) body[0] = body[0].slice(box[0].length);
        list.append(h('li', {class: box && 'check'}, plain ? inline(body.map((l) => l.trim()).join(' '), link) : blocks(body.join('\n'), {link, heading, anchor})));
      };
      for (; i < lines.length; i++) {
        const n = item.exec(lines[i]);
        if (n && n[1].length === indent.length) {
          end();
          body = [n[3]];
        } else if (/^\s+\S/.test(lines[i]) && lines[i].search(/\S/) > indent.length) {
          body.push(lines[i].slice(Math.min(lines[i].search(/\S/), indent.length + sign.length + 1)));
        } else if (!lines[i].trim() && (/^\s+\S/.test(lines[i + 1] ?? '') || item.exec(lines[i + 1] ?? '')?.[1].length === indent.length)) {
          body.push('');
        } else break;
      }
      end();
      out.push(list);
    } else if (/^>\s?/.test(line)) {
      const body = [];
      for (; i < lines.length && /^>\s?/.test(lines[i]); i++) body.push(lines[i].replace(/^>\s?/, ''));
      out.push(h('blockquote', null, blocks(body.join('\n'), {link, heading})));
    } else {
      const body = [];
      for (; i < lines.length && lines[i].trim() && !/^(#{1,5}\s|\s*```|\s*\|)/.test(lines[i]) && !(body.length && item.test(lines[i])); i++) body.push(lines[i].trim());
      out.push(h('p', null, inline(body.join(' '), link)));
    }
  }
  return out;
}
