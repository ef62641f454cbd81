"use strict";
// Legends: a click hides or shows a series, in both drawings of its figure; the name of a runtime,
// "all" and "none" do so for many. Pointing at a key dims the others.
document.querySelectorAll("figure").forEach(function (figure) {
  const keys = figure.querySelectorAll(".key");
  function groups(name) {
    return Array.from(figure.querySelectorAll("g.series")).filter(function (g) { return g.dataset.name === name; });
  }
  function show(key, on) {
    key.setAttribute("aria-pressed", String(on));
    groups(key.dataset.name).forEach(function (g) { g.classList.toggle("off", !on); });
  }
  function point(key, on) {
    figure.querySelectorAll(".wide svg, .narrow svg").forEach(function (svg) { svg.classList.toggle("pointing", on && key.getAttribute("aria-pressed") === "true"); });
    groups(key.dataset.name).forEach(function (g) { g.classList.toggle("pointed", on); });
  }
  keys.forEach(function (key) {
    key.addEventListener("click", function () { show(key, key.getAttribute("aria-pressed") !== "true"); });
    key.addEventListener("mouseenter", function () { point(key, true); });
    key.addEventListener("mouseleave", function () { point(key, false); });
  });
  figure.querySelectorAll(".show-group").forEach(function (button) {
    button.addEventListener("click", function () {
      const members = Array.from(keys).filter(function (k) { return k.dataset.group === button.dataset.group; });
      const on = !members.some(function (k) { return k.getAttribute("aria-pressed") === "true"; });
      members.forEach(function (k) { show(k, on); });
    });
  });
  figure.querySelector(".show-all").addEventListener("click", function () { keys.forEach(function (k) { show(k, true); }); });
  figure.querySelector(".show-none").addEventListener("click", function () { keys.forEach(function (k) { show(k, false); }); });
});
// Tables: a click on a head sorts by that column, a second one the other way. Empty cells stay last.
document.querySelectorAll("table.numbers").forEach(function (table) {
  const heads = Array.from(table.tHead.rows[0].cells);
  heads.forEach(function (head, column) {
    head.querySelector("button").addEventListener("click", function () {
      const down = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      heads.forEach(function (h) { h.removeAttribute("aria-sort"); });
      head.setAttribute("aria-sort", down === 1 ? "ascending" : "descending");
      const text = function (row) { return row.cells[column].textContent; };
      const body = table.tBodies[0];
      Array.from(body.rows).sort(function (a, b) {
        const x = text(a), y = text(b), p = parseFloat(x), q = parseFloat(y);
        if (x === "" || y === "") { return (x === "") - (y === ""); }
        if (!isNaN(p) && !isNaN(q) && !head.classList.contains("left")) { return down * (p - q); }
        return down * x.localeCompare(y);
      }).forEach(function (row) { body.appendChild(row); });
    });
  });
});
