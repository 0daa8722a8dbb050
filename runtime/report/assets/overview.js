// SPDX-License-Identifier: BSD-3-Clause
'use strict';
(function () {
  const table = document.getElementById('cases'), body = table.tBodies[0];
  const heads = Array.from(table.tHead.rows[0].cells);
  heads.forEach(function (head, column) {
    head.querySelector('button').addEventListener('click', function () {
      const up = head.getAttribute('aria-sort') !== 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      const key = function (row) { const cell = row.cells[column]; return cell.dataset.key === undefined ? cell.textContent : Number(cell.dataset.key); };
      const rows = Array.from(body.rows).map(function (row, k) { return { row: row, key: key(row), k: k }; });
      rows.sort(function (a, b) {
        const order = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
        return (up ? order : -order) || a.k - b.k;
      });
      for (const item of rows) body.appendChild(item.row);
    });
  });
  const search = document.getElementById('search');
  search.addEventListener('input', function () {
    const wanted = search.value.toLowerCase();
    for (const row of body.rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
}());
