#include "EmbeddedFiles.h"

static const unsigned char pageTemplate[] = {
#embed "../FlintReport/Page/Web/page.html" suffix(, 0)
};

static const unsigned char pageStyle[] = {
#embed "../FlintReport/Page/Web/page.css" suffix(, 0)
};

// Each script comes after those that it uses.

static const unsigned char evaluationScript[] = {
#embed "../FlintReport/Page/Web/values.js" suffix(, )
#embed "../FlintReport/Page/Web/tables.js" suffix(, )
#embed "../FlintReport/Page/Web/program.js" suffix(, )
#embed "../FlintReport/Page/Web/evaluator.js" suffix(, )
    0
};

static const unsigned char interfaceScript[] = {
#embed "../FlintReport/Page/Web/json.js" suffix(, )
#embed "../FlintReport/Page/Web/elements.js" suffix(, )
#embed "../FlintReport/Page/Web/links.js" suffix(, )
#embed "../FlintReport/Page/Web/scenario.js" suffix(, )
#embed "../FlintReport/Page/Web/controls.js" suffix(, )
#embed "../FlintReport/Page/Web/body.js" suffix(, )
#embed "../FlintReport/Page/Web/matrix.js" suffix(, )
#embed "../FlintReport/Page/Web/audience.js" suffix(, )
#embed "../FlintReport/Page/Web/page.js" suffix(, )
    0
};

const unsigned char *embeddedPageTemplate(void) { return pageTemplate; }

const unsigned char *embeddedPageStyle(void) { return pageStyle; }

const unsigned char *embeddedEvaluationScript(void) { return evaluationScript; }

const unsigned char *embeddedInterfaceScript(void) { return interfaceScript; }
