// SPDX-License-Identifier: BSD-3-Clause
'use strict';
window.addEventListener('error', function (event) {
  const root = document.documentElement;
  root.dataset.scriptErrors = Number(root.dataset.scriptErrors || 0) + 1;
  root.dataset.lastScriptError = String(event.message);
});
