// One key per step. The address after # is the slide and the step, so that a reload shows the same.
addEventListener('load', () => {
  const main = document.querySelector('main'), byId = id => document.getElementById(id);
  const whole = [...main.querySelectorAll('section')];
  let slides = [], slide = 0, step = 0;

  // A section longer than the screen goes on on another slide; a block larger than the screen is made
  // smaller.
  function layOut() {
    for (const each of main.querySelectorAll('details')) each.open = true;  // room for the answer
    slides = whole.flatMap(section => {
      const steps = [...section.querySelectorAll('.step')];
      section.replaceChildren(section.querySelector('h2'), ...steps);
      const parts = [];
      let part = section;
      const another = () => {
        part = document.createElement('section');
        part.append(section.querySelector('h2').cloneNode(true));
        part.firstChild.append(' …');
        main.append(part);
      };
      part.replaceChildren(section.querySelector('h2'));
      part.classList.add('shown');
      parts.push(part);
      for (const each of steps) {
        each.style.zoom = '';
        part.append(each);
        if (part.scrollHeight > part.clientHeight && part.querySelectorAll('.step').length > 1) {
          const [before, more] = [each.previousElementSibling, part.querySelectorAll('.step').length > 2];
          part.classList.remove('shown');
          another();
          part.classList.add('shown');
          if (more && /:\s*$/.test(before.textContent)) part.append(before);  // it introduces the block
          part.append(each);
          parts.push(part);
        }
        const text = each.querySelector('pre'), wide = text ? text.clientWidth / text.scrollWidth : 1;
        const room = part.clientHeight - (each.offsetTop - part.offsetTop) - 8;
        const zoom = Math.min(wide, room / each.offsetHeight, 1);
        if (zoom < 1) each.style.zoom = Math.max(zoom * 0.98, 0.4);
      }
      part.classList.remove('shown');
      return parts;
    });
    for (const each of [...main.children]) if (!slides.includes(each)) each.remove();
  }

  // What a key shows next: a block, or the answer that it hides.
  const stepsOf = n => [...slides[n].querySelectorAll('.step')].flatMap(each =>
    [each, ...each.querySelectorAll('details')]);
  function show() {
    slides.forEach((each, i) => each.classList.toggle('shown', i === slide));
    stepsOf(slide).forEach((each, i) => each.matches('details') ? each.toggleAttribute('open', i <= step) :
                                        each.classList.toggle('shown', i <= step));
    byId('where').textContent = `${slide + 1} of ${slides.length}`;
    history.replaceState(null, '', `#${slide + 1}.${step + 1}`);
  }
  function go(direction) {
    if (direction > 0) {
      if (step + 1 < stepsOf(slide).length) ++step;
      else if (slide + 1 < slides.length) { ++slide; step = 0; }
    } else if (step > 0) --step;
    else if (slide > 0) { --slide; step = Math.max(stepsOf(slide).length - 1, 0); }
    show();
  }
  function jump(to) {
    slide = Math.min(Math.max(to, 0), slides.length - 1);
    step = 0;
    show();
  }
  const keys = {ArrowRight: () => go(1), ' ': () => go(1), Enter: () => go(1), ArrowDown: () => go(1), ArrowLeft: () => go(-1),
                ArrowUp: () => go(-1), PageDown: () => jump(slide + 1), PageUp: () => jump(slide - 1), Home: () => jump(0),
                End: () => jump(slides.length - 1)};
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.('a, button, summary') &&
        [' ', 'Enter'].includes(event.key) || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  main.addEventListener('click', event => {  // a link to another section
    const to = event.target.closest('a[href^="#"]')?.getAttribute('href').slice(1);
    if (!to) return;
    event.preventDefault();
    jump(slides.findIndex(each => each.id === to));
  });
  byId('next').addEventListener('click', () => go(1));
  byId('back').addEventListener('click', () => go(-1));
  addEventListener('resize', () => { layOut(); jump(Math.min(slide, slides.length - 1)); });

  layOut();
  const [, there, then] = /^#(\d+)\.(\d+)$/.exec(location.hash) ?? [];
  jump((there ?? 1) - 1);
  step = Math.min((then ?? 1) - 1, stepsOf(slide).length - 1);
  show();
  window.deck = {slides: () => slides.length, at: () => [slide, step], last: () => slide === slides.length - 1 &&
    step >= stepsOf(slide).length - 1};
});
