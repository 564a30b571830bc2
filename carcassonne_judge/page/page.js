"use strict";
(() => {
  const all = (where, what) => [...where.querySelectorAll(what)];
  const named = (element, key) => (element.dataset[key] || "").split(" ").filter(Boolean);

  const speak = (language) => {
    document.documentElement.lang = language;
    for (const each of all(document, "main.language")) each.hidden = each.dataset.language !== language;
    for (const each of all(document, "nav button")) each.setAttribute("aria-pressed", String(each.dataset.language === language));
  };
  for (const button of all(document, "nav button")) button.addEventListener("click", () => speak(button.dataset.language));

  // Printed, the page is made as small as one sheet needs, though no smaller than can be read.
  const sheet = { width: 190, height: 262, small: 0.6, least: 0.3 };
  const pixels = (millimetres) => millimetres * 96 / 25.4;
  addEventListener("beforeprint", () => {
    document.documentElement.classList.add("printed");
    const main = document.querySelector("main.language:not([hidden])");
    const fits = (zoom) => {
      main.style.zoom = String(zoom);
      main.style.width = `${sheet.width / zoom}mm`;
      return main.getBoundingClientRect().height <= pixels(sheet.height);
    };
    document.documentElement.classList.toggle("dense", !fits(sheet.small));
    let [small, large] = [sheet.least, 1];
    if (!fits(large)) {
      for (let round = 0; round < 7; round += 1) {
        const middle = (small + large) / 2;
        if (fits(middle)) small = middle; else large = middle;
      }
      fits(small);
    }
  });
  addEventListener("afterprint", () => {
    document.documentElement.classList.remove("printed", "dense");
    for (const main of all(document, "main.language")) main.removeAttribute("style");
  });

  for (const article of all(document, "article")) {
    const board = article.querySelector("figure.table");
    const reasons = all(article, "[data-spots]");
    const rows = all(article, "[data-cells]");
    const darken = () => { for (const each of all(article, ".lit")) each.classList.remove("lit"); };
    const light = (elements) => { for (const each of elements) each.classList.add("lit"); };
    const spots = (names) => all(board, ".spot").filter((each) => names.includes(each.dataset.spot));
    const outline = (reason) => {
      const head = reason.querySelector(".head .text");
      const number = head && head.textContent.match(/^\[(\d+)\]/);
      return number ? all(board, `.light[data-number="${number[1]}"]`) : [];
    };
    const places = (names) => all(board, ".place").filter((each) => names.includes(each.dataset.cell));

    const byReason = (event) => {
      const reason = event.target.closest("[data-spots]");
      const row = event.target.closest("[data-cells]");
      const drawn = event.target.closest("figure.table [data-spot], figure.table .place");
      if (!reason && !row && !drawn) return;
      darken();
      if (reason) light([reason, ...outline(reason), ...spots(named(reason, "spots"))]);
      if (row) light([row, ...places(named(row, "cells"))]);
      if (drawn && drawn.dataset.cell) light([drawn, ...rows.filter((each) => named(each, "cells").includes(drawn.dataset.cell))]);
      if (drawn && drawn.dataset.spot) {
        const about = reasons.filter((each) => !each.closest("[hidden]") && named(each, "spots").includes(drawn.dataset.spot));
        const feature = drawn.dataset.feature;
        light(all(board, ".spot").filter((each) => each === drawn || (feature && each.dataset.feature === feature)));
        for (const each of about) light([each, ...outline(each), ...spots(named(each, "spots"))]);
      }
    };
    article.addEventListener("pointerover", byReason);
    article.addEventListener("focusin", byReason);
    article.addEventListener("pointerleave", darken);

    // One element of each feature that is spoken of can be reached by keyboard.
    const reached = new Set();
    for (const reason of reasons) {
      const [first] = spots(named(reason, "spots"));
      if (!first || reached.has(first)) continue;
      reached.add(first);
      const head = reason.querySelector(".head .text");
      first.setAttribute("tabindex", "0");
      first.setAttribute("role", "img");
      first.setAttribute("aria-label", head ? head.textContent.trim() : first.dataset.spot);
      first.addEventListener("click", () => reason.scrollIntoView({ block: "nearest" }));
      first.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); reason.focus(); } });
    }

    const count = Number(article.dataset.steps || 0);
    if (!count) continue;
    const range = article.querySelector("input[type=range]");
    const output = article.querySelector("output");
    const now = article.querySelector(".chart .now");
    const go = (to) => {
      const step = Math.min(Math.max(to, 0), count);
      range.value = String(step);
      for (const each of all(board, "[data-from]")) {
        const from = Number(each.dataset.from);
        const until = each.dataset.until === undefined ? Infinity : Number(each.dataset.until);
        each.classList.toggle("away", step < from || step >= until);
      }
      for (const each of all(article, ".step")) {
        each.hidden = Number(each.dataset.step) !== step;
        if (!each.hidden) output.textContent = each.dataset.title;
      }
      if (now) { now.setAttribute("x1", String(600 * step / count)); now.setAttribute("x2", String(600 * step / count)); }
      darken();
    };
    range.addEventListener("input", () => go(Number(range.value)));
    for (const button of all(article, "[data-go]")) button.addEventListener("click", () => go(Number(range.value) + Number(button.dataset.go)));
    go(count);
  }
})();
