// A tile opens large, with its background, and closes on the next click or with Escape.
const stage = document.querySelector("dialog");
document.addEventListener("click", ({ target }) => {
  if (stage.open) {
    stage.close();
    return;
  }
  if (!target.matches(".tile")) return;
  const large = target.cloneNode();
  large.style.cssText = target.closest("article").style.cssText;
  stage.replaceChildren(large);
  stage.showModal();
});
