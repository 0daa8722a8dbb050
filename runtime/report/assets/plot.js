// SPDX-License-Identifier: BSD-3-Clause
'use strict';
(function () {
  const NS = 'http://www.w3.org/2000/svg';
  const W = 1000, H = 280, LEFT = 78, RIGHT = 14, TOP = 10, BOTTOM = 34;
  const data = JSON.parse(document.getElementById('data').textContent);
  const charts = [];

  function ticks(least, most, count) {
    const range = most - least;
    if (!(range > 0) || !isFinite(range)) return { step: 1, at: [least] };
    const rough = range / count, power = Math.pow(10, Math.floor(Math.log10(rough))), share = rough / power;
    const step = power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
    const at = [];
    for (let k = Math.ceil(least / step - 1e-9); k * step <= most + 1e-9 * step && at.length < 60; ++k) at.push(k * step);
    return { step: step, at: at };
  }
  function label(value, step) {
    if (Math.abs(value) < step * 1e-6) return '0';
    const big = Math.max(Math.abs(value), step);
    if (big >= 1e6 || big < 1e-4) return value.toPrecision(Math.min(12, Math.max(3, Math.ceil(Math.log10(big / step)) + 2)));
    return value.toFixed(Math.min(14, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))));
  }
  function make(name, attributes, parent) {
    const element = document.createElementNS(NS, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (parent) parent.appendChild(element);
    return element;
  }
  function firstAfter(curve, t) {
    let low = 0, high = curve.length / 2;
    while (low < high) { const middle = (low + high) >> 1; if (curve[2 * middle] < t) low = middle + 1; else high = middle; }
    return low;
  }
  function valueAt(curve, t) {
    const n = curve.length / 2, k = firstAfter(curve, t);
    if (n === 0 || t < curve[0] || t > curve[2 * n - 2]) return null;
    if (k === 0 || curve[2 * k] === t) return curve[2 * k + 1];
    const a = 2 * (k - 1), b = 2 * k;
    return curve[a + 1] + (curve[b + 1] - curve[a + 1]) * (t - curve[a]) / (curve[b] - curve[a]);
  }

  function Chart(figure, signal) {
    this.signal = signal;
    this.figure = figure;
    this.svg = make('svg', { viewBox: '0 0 ' + W + ' ' + H, tabindex: '0', role: 'img', 'aria-label': 'plot of ' + signal.name });
    figure.appendChild(this.svg);
    const id = 'clip' + charts.length;
    make('rect', { x: LEFT, y: 0, width: W - LEFT - RIGHT, height: H - BOTTOM }, make('clipPath', { id: id }, make('defs', {}, this.svg)));
    this.back = make('g', {}, this.svg);
    this.plot = make('g', { 'clip-path': 'url(#' + id + ')' }, this.svg);
    this.front = make('g', {}, this.svg);
    this.box = make('rect', { fill: '#0b57a4', 'fill-opacity': '.12', stroke: '#0b57a4', visibility: 'hidden' }, this.svg);
    const tools = document.createElement('div');
    tools.className = 'tools';
    const self = this;
    for (const [name, text, act] of [['zoom-in', '+', function () { self.zoom(0.5); }], ['zoom-out', '\u2212', function () { self.zoom(2); }],
      ['left', '\u2190', function () { self.pan(-0.25); }], ['right', '\u2192', function () { self.pan(0.25); }],
      ['worst', 'worst', function () { self.showWorst(); }], ['reset', 'all', function () { self.reset(); }]]) {
      if (name === 'worst' && signal.worst === null) continue;
      const button = document.createElement('button');
      button.type = 'button'; button.dataset.act = name; button.textContent = text; button.title = name.replace('-', ' ');
      button.addEventListener('click', act);
      tools.appendChild(button);
    }
    this.readout = document.createElement('span');
    tools.appendChild(this.readout);
    figure.appendChild(tools);
    this.listen();
    this.reset(true);
  }
  Chart.prototype = {
    x: function (t) { return LEFT + (W - LEFT - RIGHT) * (t - this.t0) / (this.t1 - this.t0); },
    y: function (v) { return TOP + (H - BOTTOM - TOP) * (1 - (v - this.v0) / (this.v1 - this.v0)); },
    t: function (x) { return this.t0 + (x - LEFT) / (W - LEFT - RIGHT) * (this.t1 - this.t0); },
    fit: function () {
      let least = Infinity, most = -Infinity;
      for (const key of ['reference', 'result', 'lower', 'upper']) {
        const curve = this.signal[key], n = curve.length / 2;
        const see = function (v) { if (v !== null) { least = Math.min(least, v); most = Math.max(most, v); } };
        for (let k = firstAfter(curve, this.t0); k < n && curve[2 * k] <= this.t1; ++k) see(curve[2 * k + 1]);
        see(valueAt(curve, this.t0)); see(valueAt(curve, this.t1));
      }
      if (!(least <= most)) { least = 0; most = 1; }
      const room = most > least ? 0.06 * (most - least) : Math.max(0.5 * Math.abs(most), 0.5);
      this.v0 = least - room; this.v1 = most + room;
    },
    show: function (t0, t1, alone) {
      const least = 1e-12 * Math.max(1e-3, Math.abs(t0), Math.abs(t1));
      if (!(t1 - t0 > least)) return;
      this.t0 = t0; this.t1 = t1;
      this.fit(); this.draw();
      const link = document.getElementById('link');
      if (!alone && link && link.checked) for (const other of charts) if (other !== this) other.show(t0, t1, true);
    },
    reset: function (alone) { this.show(data.begin, data.end > data.begin ? data.end : data.begin + 1, alone); },
    zoom: function (factor, at) {
      const t = at === undefined ? (this.t0 + this.t1) / 2 : at;
      this.show(t + (this.t0 - t) * factor, t + (this.t1 - t) * factor);
    },
    pan: function (share) { const d = share * (this.t1 - this.t0); this.show(this.t0 + d, this.t1 + d); },
    showWorst: function () { const d = 0.01 * (data.end - data.begin); this.show(this.signal.worst - d, this.signal.worst + d); },
    path: function (curve, backwards) {
      const n = curve.length / 2;
      const first = Math.max(0, firstAfter(curve, this.t0) - 1);
      let last = first;
      while (last < n - 1 && curve[2 * last] <= this.t1) ++last;
      const parts = [];
      for (let k = first; k <= last && k < n; ++k) parts.push(this.x(curve[2 * k]).toFixed(2) + ' ' + Math.max(-1e5, Math.min(1e5, this.y(curve[2 * k + 1]))).toFixed(2));
      if (backwards) parts.reverse();
      return parts.join(' L ');
    },
    draw: function () {
      this.back.textContent = ''; this.plot.textContent = ''; this.front.textContent = '';
      this.figure.dataset.t0 = this.t0; this.figure.dataset.t1 = this.t1;
      const bottom = H - BOTTOM, xs = ticks(this.t0, this.t1, 8), ys = ticks(this.v0, this.v1, 5);
      for (const t of xs.at) {
        make('line', { x1: this.x(t), x2: this.x(t), y1: TOP, y2: bottom, stroke: '#e3e3e3' }, this.back);
        make('text', { x: this.x(t), y: bottom + 16, 'font-size': 12, 'text-anchor': 'middle' }, this.back).textContent = label(t, xs.step);
      }
      for (const v of ys.at) {
        make('line', { x1: LEFT, x2: W - RIGHT, y1: this.y(v), y2: this.y(v), stroke: '#e3e3e3' }, this.back);
        make('text', { x: LEFT - 6, y: this.y(v) + 4, 'font-size': 12, 'text-anchor': 'end' }, this.back).textContent = label(v, ys.step);
      }
      make('text', { x: (LEFT + W - RIGHT) / 2, y: H - 3, 'font-size': 12, 'text-anchor': 'middle' }, this.back).textContent = 'time [s]';
      if (this.signal.unit) make('text', { x: 14, y: H / 2, 'font-size': 12, 'text-anchor': 'middle', transform: 'rotate(-90 14 ' + H / 2 + ')' }, this.back).textContent = '[' + this.signal.unit + ']';
      for (const span of this.signal.violations) {
        if (span[1] < this.t0 || span[0] > this.t1) continue;
        const from = this.x(span[0]), width = Math.max(3, this.x(span[1]) - from);
        make('rect', { 'class': 'violation', x: (from + this.x(span[1]) - width) / 2, width: width, y: TOP, height: bottom - TOP, fill: '#d62728', 'fill-opacity': '.25' }, this.plot);
      }
      if (this.signal.upper.length) {
        make('path', { 'class': 'tube', d: 'M ' + this.path(this.signal.upper) + ' L ' + this.path(this.signal.lower, true) + ' Z', fill: '#0072b2', 'fill-opacity': '.18', stroke: '#0072b2', 'stroke-opacity': '.45', 'stroke-width': .7 }, this.plot);
      }
      for (const [key, colour, width] of [['reference', '#777', 3], ['result', '#d55e00', 1.5]]) {
        if (this.signal[key].length) make('path', { 'class': key, d: 'M ' + this.path(this.signal[key]), fill: 'none', stroke: colour, 'stroke-width': width, 'stroke-linejoin': 'round' }, this.plot);
      }
      for (const [times, colour, y1, y2] of [[data.referenceEvents, '#777', bottom, bottom + 6], [data.events, '#783ca0', bottom - 7, bottom]]) {
        for (const t of times) if (t >= this.t0 && t <= this.t1) make('line', { 'class': 'event', x1: this.x(t), x2: this.x(t), y1: y1, y2: y2, stroke: colour, 'stroke-width': 1.3 }, this.front);
      }
      make('path', { d: 'M ' + LEFT + ' ' + TOP + ' V ' + bottom + ' H ' + (W - RIGHT), fill: 'none', stroke: '#444' }, this.front);
    },
    place: function (event) {
      const box = this.svg.getBoundingClientRect();
      return { x: (event.clientX - box.left) * W / box.width, y: (event.clientY - box.top) * H / box.height };
    },
    listen: function () {
      const self = this;
      let start = null;
      this.svg.addEventListener('wheel', function (event) {
        if (!event.ctrlKey && document.activeElement !== self.svg) return;
        event.preventDefault();
        self.zoom(event.deltaY < 0 ? 0.8 : 1.25, self.t(self.place(event).x));
      }, { passive: false });
      this.svg.addEventListener('pointerdown', function (event) {
        if (event.button !== 0) return;
        start = { x: self.place(event).x, t0: self.t0, t1: self.t1, pan: event.shiftKey };
        if (event.pointerId !== undefined && event.isTrusted) self.svg.setPointerCapture(event.pointerId);
      });
      this.svg.addEventListener('pointermove', function (event) {
        const x = self.place(event).x, t = self.t(x);
        if (start && start.pan) {
          const d = (start.x - x) / (W - LEFT - RIGHT) * (start.t1 - start.t0);
          self.show(start.t0 + d, start.t1 + d);
        } else if (start) {
          self.box.setAttribute('x', Math.min(start.x, x)); self.box.setAttribute('width', Math.abs(x - start.x));
          self.box.setAttribute('y', TOP); self.box.setAttribute('height', H - BOTTOM - TOP); self.box.setAttribute('visibility', 'visible');
        }
        const number = function (v) { return v === null ? '\u2013' : Number(v.toPrecision(7)); };
        self.readout.textContent = 't = ' + number(t) + ' s: result ' + number(valueAt(self.signal.result, t)) + ', reference ' + number(valueAt(self.signal.reference, t));
      });
      this.svg.addEventListener('pointerup', function (event) {
        const x = self.place(event).x;
        self.box.setAttribute('visibility', 'hidden');
        if (start && !start.pan && Math.abs(x - start.x) > 4) {
          const a = self.t(Math.min(start.x, x)), b = self.t(Math.max(start.x, x));
          self.show(a, b);
        }
        start = null;
      });
      this.svg.addEventListener('dblclick', function () { self.reset(); });
      this.svg.addEventListener('keydown', function (event) {
        const act = { '+': function () { self.zoom(0.5); }, '-': function () { self.zoom(2); }, '0': function () { self.reset(); },
          ArrowLeft: function () { self.pan(-0.25); }, ArrowRight: function () { self.pan(0.25); } }[event.key];
        if (act) { event.preventDefault(); act(); }
      });
    }
  };

  const figures = document.querySelectorAll('figure[data-signal]');
  const build = function (figure) { if (!figure.dataset.t0) charts.push(new Chart(figure, data.signals[Number(figure.dataset.signal)])); };
  // Long pages draw what comes into view; the first ones at once.
  if ('IntersectionObserver' in window && figures.length > 12) {
    const observer = new IntersectionObserver(function (entries) {
      for (const entry of entries) if (entry.isIntersecting) { build(entry.target); observer.unobserve(entry.target); }
    }, { rootMargin: '600px' });
    figures.forEach(function (figure, k) { if (k < 12) build(figure); else observer.observe(figure); });
  } else {
    figures.forEach(build);
  }
}());
